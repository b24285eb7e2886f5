import type { Call } from "../../emulator/console/messages";
import { attemptsOf } from "../model/attempts";
import { callOutcomes, groupOf, hasOutcome, passes } from "../model/call-filter";
import { count, formatClock, formatDuration } from "../model/format";
import type { Context, View } from "./context";
import { h, setAttribute, setText, showOne } from "./dom";
import { emptyState } from "./empty-state";
import { VirtualList } from "./virtual-list";

const headings = [
  { title: "#", width: "56px", tier: 1 },
  { title: "Time", width: "72px" },
  { title: "Method", width: "60px", tier: 0 },
  { title: "Path", width: "minmax(0, 3fr)", tier: 0 },
  { title: "Operation", width: "minmax(0, 1.6fr)", tier: 1 },
  { title: "Status", width: "92px", tier: 0 },
  { title: "Took", width: "72px" },
  { title: "Attempt", width: "60px", tier: 1 },
  { title: "Fault", width: "minmax(0, 0.8fr)" },
  { title: "Token", width: "minmax(0, 0.8fr)" },
] as const;

/** The calls, latest first. */
export function callsView(context: Context): View {
  const { store } = context;
  const update = () => render();
  const search = h("input", {
    type: "search",
    class: "search",
    placeholder: "Search  /",
    "aria-label": "Search calls",
    on: { input: update },
  });
  const outcome = h(
    "select",
    { "aria-label": "Outcome", on: { change: update } },
    ...callOutcomes.map((value) => h("option", { value }, value === "all" ? "every outcome" : value)),
  );
  const group = h(
    "select",
    { "aria-label": "Kind of operation", on: { change: update } },
    h("option", { value: "" }, "every operation"),
  );
  const pause = h(
    "button",
    { type: "button", "aria-pressed": "false", on: { click: () => toggle() } },
    "Pause",
  );
  const clear = h(
    "button",
    {
      type: "button",
      on: {
        click: () => void clearLog(),
      },
    },
    "Clear",
  );
  const status = h("p", { class: "summary", role: "status" });
  const place = h("div", { class: "place" });
  let attempts: ReadonlyMap<number, number> = new Map();
  let paused: readonly Call[] | undefined;
  let shown = "";
  const list = new VirtualList<Call>({
    label: "Calls",
    rowHeight: 28,
    headings,
    keyOf: ({ number }) => String(number),
    cells: () =>
      headings.map(({ title }) =>
        h("div", { class: title === "Operation" || title === "Token" ? "" : "mono" }),
      ),
    fill: (cells, call, row) => {
      const texts = [
        String(call.number),
        formatClock(Date.parse(call.time)),
        call.method,
        call.path,
        call.operation ?? "unknown path",
        statusText(call),
        call.milliseconds === null ? "" : formatDuration(call.milliseconds),
        attemptText(attempts.get(call.number) ?? 1),
        call.faults.join(", "),
        call.token ?? "",
      ];
      for (const [index, cell] of cells.entries()) {
        const text = texts[index] ?? "";
        setText(cell, text);
        setAttribute(cell, "title", text);
      }
      setAttribute(row, "data-tone", toneOfCall(call));
      setAttribute(row, "data-fault", String(call.faults.length > 0));
    },
    onOpen: ({ number }) => context.openCall(number),
    onMove: ({ number }) => {
      if (context.isShowingDetails()) context.openCall(number);
    },
  });
  const element = h(
    "section",
    { class: "view", "aria-label": "Calls" },
    h("div", { class: "bar" }, outcome, group, pause, clear, search),
    status,
    place,
  );

  async function clearLog(): Promise<void> {
    await context.attempt("The log was cleared.", () => context.control.send("DELETE", "requests"));
    if (paused) toggle();
  }

  function toggle(): void {
    paused = paused ? undefined : store.calls;
    setAttribute(pause, "aria-pressed", String(paused !== undefined));
    setText(pause, paused ? "Resume" : "Pause");
    render();
  }

  function render(): void {
    const state = `${paused ? "paused" : store.revision("calls")} ${search.value} ${outcome.value} ${group.value} ${store.isComplete}`;
    if (state === shown) return;
    shown = state;
    const calls = paused ?? store.calls;
    attempts = attemptsOf(calls);
    offerGroups(group, calls);
    const filter = {
      search: search.value,
      outcome: callOutcomes.find((one) => one === outcome.value) ?? "all",
      group: group.value,
    };
    const found = calls.filter((call) => passes(call, filter)).reverse();
    setText(status, summaryOf(found, calls.length, store.skippedCalls));
    const content =
      found.length > 0
        ? list.element
        : emptyState(
            calls.length > 0
              ? "No call matches the filters."
              : "No calls yet. Point a program at this emulator: `NODECLOUD_BASE_URL` and `NODECLOUD_TOKEN` are printed where it was started.",
          );
    showOne(place, content);
    list.setItems(found);
  }

  return {
    element,
    update: render,
    key: (key) => {
      if (key === "/") search.focus();
      else if (key === "j" || key === "k") list.move(key === "j" ? 1 : -1);
      else if (key === "Enter") list.openSelected();
      else return false;
      return true;
    },
  };
}

function offerGroups(select: HTMLSelectElement, calls: readonly Call[]): void {
  const offered = new Set([...select.options].map(({ value }) => value));
  const groups = [...new Set(calls.map(groupOf))].filter((group) => group !== "" && !offered.has(group));
  for (const group of groups) select.append(h("option", { value: group }, group));
}

function summaryOf(found: readonly Call[], all: number, skipped: number): string {
  const failed = found.filter((call) => hasOutcome(call, "failed")).length;
  const faults = found.filter((call) => call.faults.length > 0).length;
  return [
    found.length === all ? count(all, "call") : `${found.length} of ${count(all, "call")}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(faults > 0 ? [`${faults} with a fault`] : []),
    ...(skipped > 0 ? [`${skipped} more are not shown because there were too many`] : []),
  ].join(" · ");
}

export function statusText({ status, milliseconds }: Call): string {
  if (status !== null) return String(status);
  return milliseconds === null ? "···" : "no response";
}

function toneOfCall({ status, milliseconds }: Call): string {
  if (milliseconds === null) return "busy";
  if (status === null || status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}

function attemptText(attempt: number): string {
  return attempt === 1 ? "" : `${attempt}`;
}
