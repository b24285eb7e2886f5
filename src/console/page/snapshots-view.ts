import { compareWorlds } from "../model/compare-worlds";
import { formatTime } from "../model/format";
import type { Context, View } from "./context";
import { h } from "./dom";
import { emptyState } from "./empty-state";
import { tableDifference } from "./world-difference";

const present = "the present world";

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
  const list = h("div", { class: "cards" });
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
        h("label", { for: "world-file", class: "button" }, "Load a file"),
        file,
        h(
          "button",
          { type: "button", class: "danger", on: { click: () => void reset() } },
          "Reset the world",
        ),
      ),
      h("h2", {}, "Snapshots"),
      list,
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
      result.replaceChildren(
        ...(differences.length === 0 ? [emptyState("No differences.")] : differences.map(tableDifference)),
      );
    });
  }

  return {
    element,
    update: () => {
      if (store.revision("snapshots") === shown) return;
      shown = store.revision("snapshots");
      offer(
        one,
        store.snapshots.map((snapshot) => snapshot.name),
        false,
      );
      offer(
        other,
        store.snapshots.map((snapshot) => snapshot.name),
        true,
      );
      list.replaceChildren(
        ...(store.snapshots.length === 0
          ? [emptyState("No snapshots. Save one before you try something, and load it to try again.")]
          : store.snapshots.map(({ name: own, time, problem }) =>
              h(
                "article",
                { class: "card", "aria-label": `Snapshot ${own}` },
                h(
                  "header",
                  {},
                  h("strong", { class: "mono wrap" }, own),
                  problem === undefined
                    ? h("span", { class: "count-text mono" }, formatTime(Date.parse(time)))
                    : h("span", { class: "problem" }, problem),
                  h(
                    "button",
                    {
                      type: "button",
                      "aria-label": `Load ${own}`,
                      on: {
                        click: () =>
                          void context.attempt(`The snapshot ${own} was loaded.`, () =>
                            control.send("POST", `snapshots/${own}/load`),
                          ),
                      },
                    },
                    "Load",
                  ),
                  h(
                    "button",
                    {
                      type: "button",
                      "aria-label": `Delete ${own}`,
                      on: {
                        click: () =>
                          void context.attempt(`The snapshot ${own} was deleted.`, () =>
                            control.send("DELETE", `snapshots/${own}`),
                          ),
                      },
                    },
                    "Delete",
                  ),
                ),
              ),
            )),
      );
    },
  };
}

function offer(select: HTMLSelectElement, names: readonly string[], isPresentFirst: boolean): void {
  const chosen = select.value;
  const options = names.map((name) => h("option", { value: name }, name));
  const now = h("option", { value: "" }, present);
  select.replaceChildren(...(isPresentFirst ? [now, ...options] : [...options, now]));
  if (names.includes(chosen)) select.value = chosen;
}
