import { type ViewId, views } from "../model/shortcuts";
import type { Store } from "../model/store";
import { h, setAttribute, setText } from "./dom";

/** The tabs of the page. */
export function navigation(store: Store, show: (view: ViewId) => void) {
  const items = views.map(({ id, title }) => {
    const counter = h("span", { class: "count" });
    return {
      id,
      counter,
      link: h("button", { type: "button", class: "tab", on: { click: () => show(id) } }, title, counter),
    };
  });
  const counts: Partial<Record<ViewId, () => number>> = {
    calls: () => store.calls.length,
    faults: () => store.faults.length,
    snapshots: () => store.snapshots.length,
  };
  return {
    element: h("nav", { "aria-label": "Views" }, ...items.map(({ link }) => link)),
    update: (current: ViewId) => {
      for (const { id, link, counter } of items) {
        const isCurrent = id === current;
        // In a narrow window, the tabs scroll.
        if (isCurrent && !link.hasAttribute("aria-current")) {
          setAttribute(link, "aria-current", "page");
          link.scrollIntoView({ block: "nearest", inline: "nearest" });
        } else if (!isCurrent) link.removeAttribute("aria-current");
        const number = counts[id]?.() ?? 0;
        setText(counter, number === 0 ? "" : String(number));
      }
    },
  };
}
