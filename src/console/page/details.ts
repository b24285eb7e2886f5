import type { Row } from "../../emulator/console/messages";
import { count, formatTime } from "../model/format";
import { readText } from "../model/read";
import { type WorldTable, worldTables } from "../model/world-tables";
import { callDetails } from "./call-details";
import type { Context } from "./context";
import { copyButton } from "./copy-button";
import { h, setText } from "./dom";
import { jsonView } from "./json-view";
import { progressBar, setProgress, statusPill } from "./status-pill";

type Shown =
  | { readonly kind: "object"; readonly table: string; readonly key: string }
  | { readonly kind: "call"; readonly number: number };

/** The panel with the details of an object or a call. */
export class Details {
  readonly element: HTMLElement;
  readonly #context: Context;
  readonly #title = h("h2");
  readonly #content = h("div", { class: "content" });
  readonly #close: HTMLButtonElement;
  #shown: Shown | undefined;
  #state = "";
  #refresh: (() => void) | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.#close = h(
      "button",
      { type: "button", class: "icon", "aria-label": "Close the details", on: { click: () => this.close() } },
      "✕",
    );
    this.element = h(
      "aside",
      { class: "details", "aria-label": "Details", hidden: true },
      h("header", {}, this.#title, this.#close),
      this.#content,
    );
  }

  get isOpen(): boolean {
    return this.#shown !== undefined;
  }

  showObject(table: string, key: string): void {
    this.#show({ kind: "object", table, key });
  }

  showCall(number: number): void {
    this.#show({ kind: "call", number });
  }

  close(): void {
    this.#shown = undefined;
    this.element.hidden = true;
  }

  update(): void {
    const shown = this.#shown;
    if (!shown) return;
    if (shown.kind === "object") this.#updateObject(shown.table, shown.key);
    else this.#updateCall(shown.number);
    this.#refresh?.();
  }

  #show(shown: Shown): void {
    this.#shown = shown;
    this.#state = "";
    this.element.hidden = false;
    this.#content.scrollTop = 0;
    this.update();
  }

  #updateCall(number: number): void {
    const call = this.#context.store.call(number);
    const state = `${number} ${call?.status} ${call?.milliseconds}`;
    if (state === this.#state) return;
    this.#state = state;
    this.#refresh = undefined;
    setText(this.#title, `Call ${number}`);
    void callDetails(this.#context, number).then((content) => {
      if (this.#state === state) this.#content.replaceChildren(...content);
    });
  }

  #updateObject(tableName: string, name: string): void {
    const [account = "1", ...key] = name.split(" ");
    const table = worldTables.find(({ table: own }) => own === tableName);
    if (!table) return;
    const { store } = this.#context;
    const row = store.row({ table: table.table, account: Number(account), key: key.join(" ") });
    const state = `${tableName} ${name} ${row ? store.revision("world") : "gone"}`;
    if (state === this.#state) return;
    const isSame = this.#state.startsWith(`${tableName} ${name} `);
    this.#state = state;
    if (!row) {
      if (!isSame) setText(this.#title, name);
      this.#content.prepend(h("p", { class: "notice" }, "It no longer exists."));
      this.#refresh = undefined;
      return;
    }
    setText(this.#title, table.name(row));
    this.#content.replaceChildren(...this.#objectContent(table, row));
  }

  #objectContent(table: WorldTable, row: Row): readonly HTMLElement[] {
    const { action, creation, json } = row;
    const bar = progressBar();
    this.#refresh = () =>
      setProgress(bar, action, { now: this.#context.now(), brand: this.#context.store.brand });
    const status = readText(json, "status");
    return [
      h(
        "p",
        { class: "facts" },
        h("span", {}, singular(table.title), " ", h("code", {}, String(row.key))),
        status !== "" && statusPill(status),
        bar,
      ),
      h("dl", { class: "pairs" }, ...this.#originOf(row, creation)),
      h(
        "div",
        { class: "actions" },
        copyButton(this.#context, "Copy JSON", () => JSON.stringify(json, null, 2)),
        h(
          "button",
          { type: "button", on: { click: () => this.#context.changeExternally(row) } },
          "Change it externally",
        ),
      ),
      jsonView(json, "As the API returns it"),
      ...this.#callsAbout(row),
    ];
  }

  #originOf(row: Row, creation: Row["creation"]): readonly HTMLElement[] {
    if (!creation)
      return [
        h("dt", {}, "Created"),
        h("dd", {}, "before the log of this emulator began, or by the service itself"),
      ];
    const call = h(
      "button",
      { type: "button", class: "link", on: { click: () => this.#context.openCall(creation.call) } },
      `call ${creation.call}`,
    );
    const at = this.#context.store.call(creation.call)?.time;
    return [
      h("dt", {}, "Created by"),
      h("dd", {}, call, at === undefined ? "" : ` at ${formatTime(Date.parse(at))}`),
      ...(creation.agent === null ? [] : [h("dt", {}, "Client"), h("dd", { class: "mono" }, creation.agent)]),
      h("dt", {}, "Stack"),
      h("dd", { class: "mono" }, creation.stack ?? "not named in its create request"),
      ...(row.account === 1 ? [] : [h("dt", {}, "Account"), h("dd", {}, String(row.account))]),
    ];
  }

  /** The latest calls whose path names the object. */
  #callsAbout({ key }: Row): readonly HTMLElement[] {
    const pattern = new RegExp(
      `/${escaped(encodeURIComponent(String(key)))}([/?]|$)|/${escaped(String(key))}([/?]|$)`,
    );
    const calls = this.#context.store.calls
      .filter(({ path }) => pattern.test(path))
      .slice(-8)
      .reverse();
    if (calls.length === 0) return [];
    return [
      h("h3", {}, `Latest ${count(calls.length, "call")}`),
      h(
        "ul",
        { class: "calls" },
        ...calls.map((call) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                class: "link mono",
                on: { click: () => this.#context.openCall(call.number) },
              },
              `${call.number}`,
            ),
            h("span", { class: "mono" }, ` ${call.operation ?? call.path} → ${call.status ?? "no response"}`),
          ),
        ),
      ),
    ];
  }
}

function singular(title: string): string {
  return title.replace(/s$/, "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
