import { type DocumentedSetting, settingsTable, settingValue } from "../model/settings-table";
import type { Context, View } from "./context";
import { h, setAttribute, setText } from "./dom";
import { codeText, emptyState } from "./empty-state";

/** Every setting with its values. */
export function settingsView(context: Context): View {
  const { store, control } = context;
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search  /",
    "aria-label": "Search settings",
    on: { input: () => render() },
  });
  const status = h("p", { class: "summary", role: "status" });
  const onlyChanged = h(
    "button",
    { type: "button", "aria-pressed": "false", on: { click: () => toggle() } },
    "Changed only",
  );
  const rows = h("div", { class: "settings" });
  const none = emptyState("No setting matches.");
  const element = h(
    "section",
    { class: "view", "aria-label": "Settings" },
    h("div", { class: "bar" }, onlyChanged, search),
    status,
    h("div", { class: "place scrolled", tabindex: 0, role: "region", "aria-label": "All settings" }, rows),
  );
  let table: readonly DocumentedSetting[] = [];
  let controls: readonly {
    readonly setting: DocumentedSetting;
    readonly row: HTMLElement;
    readonly show: () => void;
  }[] = [];
  let isRequested = false;

  const set = (setting: DocumentedSetting, entered: string) => {
    const { name } = setting;
    const value = settingValue(setting, entered);
    void context.attempt(`${name} is ${value}.`, () => control.send("PATCH", "settings", { [name]: value }));
  };

  async function load(): Promise<void> {
    table = settingsTable(await control.get("settings"));
    controls = table.map((setting) =>
      settingRow(setting, () => store.settings[setting.name], {
        set: (value) => set(setting, value),
        refuse: () => context.notify(`${setting.name} must be a number.`, true),
      }),
    );
    rows.replaceChildren(...controls.map(({ row }) => row), none);
    render();
  }

  function toggle(): void {
    setAttribute(onlyChanged, "aria-pressed", String(onlyChanged.getAttribute("aria-pressed") !== "true"));
    render();
  }

  function render(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isOnlyChanged = onlyChanged.getAttribute("aria-pressed") === "true";
    let [changed, found] = [0, 0];
    for (const { setting, row, show } of controls) {
      show();
      const isChanged = store.settings[setting.name] !== setting.byDefault;
      if (isChanged) changed += 1;
      const text = `${setting.name} ${setting.doc} ${setting.values.join(" ")}`.toLowerCase();
      row.hidden = (isOnlyChanged && !isChanged) || !words.every((word) => text.includes(word));
      if (!row.hidden) found += 1;
      setAttribute(row, "data-changed", String(isChanged));
    }
    none.hidden = found > 0 || table.length === 0;
    const all = `${table.length} settings`;
    setText(status, `${found === table.length ? all : `${found} of ${all}`} · ${changed} changed`);
  }

  return {
    element,
    update: () => {
      if (!isRequested) {
        isRequested = true;
        void context.attempt("", load);
      }
      render();
    },
    key: (key) => {
      if (key !== "/") return false;
      search.focus();
      return true;
    },
  };
}

function settingRow(
  setting: DocumentedSetting,
  current: () => unknown,
  { set, refuse }: { readonly set: (value: string) => void; readonly refuse: () => void },
) {
  const { name, values, byDefault, doc, section } = setting;
  const buttons = values.map((value) => {
    const isDefault = value === byDefault;
    const button = h(
      "button",
      { type: "button", title: isDefault ? "The default" : "", on: { click: () => set(String(value)) } },
      String(value),
      isDefault && h("span", { class: "default-mark" }, " default"),
    );
    return { value, button };
  });
  const input =
    typeof byDefault === "number"
      ? h("input", {
          type: "number",
          step: "any",
          min: 0,
          class: "mono",
          "aria-label": `${name}: another number`,
          on: {
            change: ({ target }) => {
              if (!(target instanceof HTMLInputElement)) return;
              if (target.validity.badInput) refuse();
              else set(target.value);
            },
          },
        })
      : undefined;
  const row = h(
    "div",
    { class: "setting" },
    h(
      "div",
      { class: "about" },
      h("h2", { class: "mono" }, name),
      h(
        "p",
        {},
        ...codeText(doc),
        h("span", { class: "section" }, section === "" ? "" : ` Section ${section}.`),
      ),
    ),
    h(
      "div",
      { class: "choices", role: "group", "aria-label": name },
      ...buttons.map(({ button }) => button),
      input,
    ),
  );
  const show = () => {
    const value = current();
    for (const { value: own, button } of buttons) setAttribute(button, "aria-pressed", String(own === value));
    if (input && document.activeElement !== input) input.value = value === undefined ? "" : String(value);
  };
  return { setting, row, show };
}
