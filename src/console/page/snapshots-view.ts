import type { Snapshot } from "../../emulator/console/messages";
import { compareWorlds } from "../model/compare-worlds";
import { formatTime } from "../model/format";
import { Cards } from "./cards";
import type { Context, View } from "./context";
import { h, setAttribute, setText } from "./dom";
import { emptyState } from "./empty-state";
import { tableDifference } from "./world-difference";

const current = "the current world";

/** Named copies of the world: saving, loading and comparing them. */
export function snapshotsView(context: Context): View {
  const { store, control } = context;
  const name = h("input", {
    type: "text",
    id: "snapshot-name",
    maxlength: 64,
    spellcheck: "false",
    placeholder: "before-the-update",
  });
  const list = new Cards<Snapshot>({
    keyOf: ({ name: own }) => own,
    create: ({ name: own }) => {
      const time = h("span", {});
      const load = async () => {
        if (!confirm(`Replace the current world with the snapshot ${own}?`)) return;
        await context.attempt(`The snapshot ${own} was loaded.`, () =>
          control.send("POST", `snapshots/${own}/load`),
        );
      };
      const remove = async () => {
        if (!confirm(`Delete the snapshot ${own}?`)) return;
        await context.attempt(`The snapshot ${own} was deleted.`, () =>
          control.send("DELETE", `snapshots/${own}`),
        );
      };
      const button = (title: string, act: () => Promise<void>) =>
        h(
          "button",
          { type: "button", "aria-label": `${title} ${own}`, on: { click: () => void act() } },
          title,
        );
      const element = h(
        "article",
        { class: "card", "aria-label": `Snapshot ${own}` },
        h(
          "header",
          {},
          h("strong", { class: "mono wrap" }, own),
          time,
          button("Load", load),
          button("Delete", remove),
        ),
      );
      return {
        element,
        update: ({ time: saved, problem }) => {
          setAttribute(time, "class", problem === undefined ? "count-text mono" : "problem");
          setText(time, problem ?? formatTime(Date.parse(saved)));
        },
      };
    },
    empty: "No snapshots. Save one before you try something, and load it to try again.",
  });
  const one = h("select", { id: "compare-one" });
  const other = h("select", { id: "compare-other" });
  const result = h("div", { class: "differences", "aria-live": "polite" });
  const file = h("input", {
    type: "file",
    accept: ".json,application/json",
    class: "sr",
    id: "world-file",
    on: { change: () => void loadFile() },
  });
  const element = h(
    "section",
    { class: "view columns", "aria-label": "Snapshots" },
    h(
      "div",
      { class: "column" },
      h("h2", {}, "Save the world"),
      h(
        "form",
        { class: "inline", on: { submit: (event) => void save(event) } },
        h("label", { for: "snapshot-name", class: "sr" }, "Name of the snapshot"),
        name,
        h("button", { type: "submit", class: "primary" }, "Save"),
      ),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", on: { click: () => void download() } }, "Download as a file"),
        file,
        h("label", { for: "world-file", class: "button" }, "Load a file"),
        h(
          "button",
          { type: "button", class: "danger", on: { click: () => void reset() } },
          "Reset the world",
        ),
      ),
      h("h2", {}, "Snapshots"),
      list.element,
    ),
    h(
      "div",
      { class: "column" },
      h("h2", {}, "Compare"),
      h(
        "form",
        { class: "inline", on: { submit: (event) => void compare(event) } },
        h("label", { for: "compare-one" }, "from"),
        one,
        h("label", { for: "compare-other" }, "to"),
        other,
        h("button", { type: "submit" }, "Compare"),
      ),
      result,
    ),
  );
  let shown = -1;

  async function save(event: Event): Promise<void> {
    event.preventDefault();
    const saved = name.value.trim();
    if (saved === "") return name.focus();
    const exists = store.snapshots.some((snapshot) => snapshot.name === saved);
    if (exists && !confirm(`Replace the snapshot ${saved}?`)) return;
    const isSaved = await context.attempt(`The snapshot ${saved} was saved.`, () =>
      control.send("PUT", `snapshots/${encodeURIComponent(saved)}`),
    );
    if (isSaved) name.value = "";
  }

  async function reset(): Promise<void> {
    if (!confirm("Reset the world, the settings, the faults and the request log?")) return;
    await context.attempt("The world was reset.", () => control.send("POST", "reset"));
  }

  async function download(): Promise<void> {
    await context.attempt("", async () => {
      const url = URL.createObjectURL(
        new Blob([JSON.stringify(await control.get("world"), null, 2)], { type: "application/json" }),
      );
      h("a", { href: url, download: "world.json" }).click();
      URL.revokeObjectURL(url);
    });
  }

  async function loadFile(): Promise<void> {
    const chosen = file.files?.[0];
    if (!chosen) return;
    if (!confirm(`Replace the current world with that of ${chosen.name}?`)) {
      file.value = "";
      return;
    }
    await context.attempt(`The world of ${chosen.name} was loaded.`, async () =>
      control.send("POST", "load", await chosen.text()),
    );
    file.value = "";
  }

  const worldOf = (selected: string) =>
    control.get(selected === "" ? "world" : `snapshots/${encodeURIComponent(selected)}`);

  async function compare(event: Event): Promise<void> {
    event.preventDefault();
    await context.attempt("", async () => {
      const [before, after] = await Promise.all([worldOf(one.value), worldOf(other.value)]);
      const differences = compareWorlds(before, after);
      const names = [one, other].map(({ value }) => value || current);
      result.replaceChildren(
        h("h3", {}, `From ${names[0]} to ${names[1]}, at ${formatTime(context.now())}`),
        ...(differences.length === 0 ? [emptyState("No differences.")] : differences.map(tableDifference)),
      );
    });
  }

  return {
    element,
    update: () => {
      if (store.revision("snapshots") === shown) return;
      shown = store.revision("snapshots");
      const names = store.snapshots.map((snapshot) => snapshot.name);
      offer(one, names, false);
      offer(other, names, true);
      list.show(store.snapshots);
    },
  };
}

function offer(select: HTMLSelectElement, names: readonly string[], isPresentFirst: boolean): void {
  const chosen = select.options.length > 1 ? select.value : undefined;
  const options = names.map((name) => h("option", { value: name }, name));
  const now = h("option", { value: "" }, current);
  select.replaceChildren(...(isPresentFirst ? [now, ...options] : [...options, now]));
  if (chosen !== undefined && ["", ...names].includes(chosen)) select.value = chosen;
}
