import type { Row } from "../../emulator/console/messages";
import { count, formatTime } from "../model/format";
import { readText } from "../model/read";
import { isAbout, type WorldTable, worldTableOf } from "../model/world-tables";
import type { Context, DetailsContent } from "./context";
import { copyButton } from "./copy-button";
import { h } from "./dom";
import { jsonView, setJson } from "./json-view";
import { progressBar, setProgress, setStatus, statusPill } from "./status-pill";

/** The maximum number of calls about an object that are listed. */
const maxCalls = 8;

/** The details of an object, which may no longer exist. Undefined for an unknown table. */
export function objectContent(
  context: Context,
  {
    table: tableName,
    name,
    label,
  }: { readonly table: string; readonly name: string; readonly label: string },
): DetailsContent | undefined {
  const table = worldTableOf(tableName);
  if (!table) return undefined;
  const { store } = context;
  const [account = "1", ...rest] = name.split(" ");
  const key = rest.join(" ");
  /** The object as it was last seen. */
  let last: Row | undefined;
  let shown = "";
  const deletedNotice = h("p", { class: "notice", hidden: true }, "It no longer exists.");
  const status = statusPill();
  const bar = progressBar();
  const origin = h("dl", { class: "pairs" });
  const change = h(
    "button",
    { type: "button", on: { click: () => last && context.changeExternally(last) } },
    "Change it externally",
  );
  const copy = copyButton(context, "Copy JSON", () => JSON.stringify(last?.json, null, 2));
  const json = jsonView(undefined, "As the API returns it");
  const known = h("div", {}, origin, h("div", { class: "actions" }, copy, change), json);
  const calls = h("div");

  const update = () => {
    const row = store.row({ table: table.table, account: Number(account), key });
    deletedNotice.hidden = row !== undefined;
    change.hidden = row === undefined || table.changeArgument === undefined;
    setProgress(bar, row?.action, { now: context.now(), brand: store.brand });
    const state = `${row === undefined} ${store.revision("calls")}`;
    if (row === last && state === shown) return;
    shown = state;
    if (row && row !== last) {
      setJson(json, row.json);
      setStatus(status, readText(row.json, "status"));
      last = row;
    }
    known.hidden = last === undefined;
    status.hidden = last === undefined || readText(last.json, "status") === "";
    if (!last) return;
    replaceIfOther(origin, originOf(context, last, row !== undefined));
    replaceIfOther(calls, callsAbout(context, table, last));
  };

  return {
    elements: [
      deletedNotice,
      h(
        "p",
        { class: "facts" },
        h("span", {}, table.title.replace(/s$/, ""), " ", h("code", {}, key)),
        status,
        bar,
      ),
      known,
      calls,
    ],
    title: () => (last ? table.name(last) : label),
    update,
  };
}

/** Replaces the content only if it differs, so that focus and selection stay. */
function replaceIfOther(place: HTMLElement, content: readonly HTMLElement[]): void {
  const next = h("div", {}, ...content);
  if (next.innerHTML !== place.innerHTML) place.replaceChildren(...content);
}

function originOf(context: Context, { creation, account }: Row, exists: boolean): readonly HTMLElement[] {
  if (!creation) {
    return [
      h("dt", {}, "Created"),
      h("dd", {}, "before the log of this emulator began, or by the service itself"),
    ];
  }
  const at = context.store.call(creation.call)?.time;
  const name = `call ${creation.call}`;
  // After a restart, the number may be that of another call.
  const call = exists
    ? h(
        "button",
        { type: "button", class: "link", on: { click: () => context.openCall(creation.call) } },
        name,
      )
    : name;
  return [
    h("dt", {}, "Created by"),
    h("dd", {}, call, at === undefined ? "" : ` at ${formatTime(Date.parse(at))}`),
    ...(creation.agent === null ? [] : [h("dt", {}, "Client"), h("dd", { class: "mono" }, creation.agent)]),
    h("dt", {}, "Stack"),
    h("dd", { class: "mono" }, creation.stack ?? "not named in its create request"),
    ...(account === 1 ? [] : [h("dt", {}, "Account"), h("dd", {}, String(account))]),
  ];
}

/** The latest calls whose path names the object. */
function callsAbout({ store, openCall }: Context, table: WorldTable, row: Row): readonly HTMLElement[] {
  const calls = store.calls
    .filter((call) => isAbout(call, table, row))
    .slice(-maxCalls)
    .reverse();
  if (calls.length === 0) return [];
  const items = calls.map(({ number, operation, path, status }) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "link mono", on: { click: () => openCall(number) } },
        String(number),
      ),
      h("span", { class: "mono" }, ` ${operation ?? path} → ${status ?? "no response"}`),
    ),
  );
  return [h("h3", {}, `Latest ${count(calls.length, "call")}`), h("ul", { class: "calls" }, ...items)];
}
