import { h } from "./dom";
import { pageClock } from "./page-clock";

const shownFor = 4000;
const maxShown = 4;

/** Short reports at the bottom of the page, which screen readers read. Problems stay longer, and each can be closed. */
export class Notices {
  readonly element = h("div", { class: "notices", role: "status", "aria-live": "polite" });

  show(text: string, isProblem = false): void {
    const content = h("span", { class: "text" }, text);
    for (const other of [...this.element.children])
      if (other.querySelector(".text")?.textContent === text) other.remove();
    const notice = h(
      "p",
      { class: isProblem ? "notice-item problem" : "notice-item" },
      content,
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "aria-label": "Close the notice",
          on: { click: () => notice.remove() },
        },
        "✕",
      ),
    );
    this.element.append(notice);
    while (this.element.childElementCount > maxShown) this.element.firstElementChild?.remove();
    void pageClock.sleep(isProblem ? 3 * shownFor : shownFor).then(() => notice.remove());
  }
}
