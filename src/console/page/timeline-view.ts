import type { Call, Mark, Row } from "../../emulator/console/messages";
import { count, formatClock } from "../model/format";
import {
  callMoment,
  clustersOf,
  eventMoment,
  type Lane,
  lanesOf,
  markMoment,
  type Span,
  ticksOf,
  timelineWidth,
} from "../model/timeline";
import type { Context, View } from "./context";
import { h, setText, showOne } from "./dom";
import { emptyState } from "./empty-state";
import { describeCalls, describeEvents, describeMarks, drawBars } from "./timeline-drawing";
import { Track } from "./track";
import { VirtualList } from "./virtual-list";

/** In pixels: a label with the space around it. */
const minTickDistance = 72;
const minute = 60_000;
const hour = 60 * minute;
const spans = [
  { title: "2 minutes", length: 2 * minute },
  { title: "5 minutes", length: 5 * minute },
  { title: "10 minutes", length: 10 * minute },
  { title: "1 hour", length: 60 * minute },
  { title: "6 hours", length: 360 * minute },
];

/** The latest calls, faults, events and changes on the emulator's clock, and the statuses of each instance. */
export function timelineView(context: Context): View {
  const { store, account } = context;
  let span: Span = { from: 0, to: 1 };
  let shown = "";
  let isChosen = false;
  const length = h(
    "select",
    { "aria-label": "Time range", on: { change: () => choose() } },
    ...spans.map(({ title, length: value }) =>
      h("option", { value, selected: title === "1 hour" }, `last ${title === "1 hour" ? "hour" : title}`),
    ),
  );
  const status = h("p", { class: "summary", role: "status" });
  const axis = h("div", { class: "axis", "aria-hidden": "true" });
  /** The selected mark in words. */
  const markText = h("p", { class: "hint mark-text" });
  const onSelect = (text: string) => setText(markText, text);
  /** The call of a mark that was opened last: a mark of several calls opens them in turn. */
  let lastOpened: number | undefined;
  const openNext = (calls: readonly Call[]) => {
    const next = calls[(calls.findIndex(({ number }) => number === lastOpened) + 1) % calls.length];
    if (!next) return;
    lastOpened = next.number;
    context.openCall(next.number);
  };
  const callTrack = new Track<Call>({ title: "Calls", describe: describeCalls, onSelect, onOpen: openNext });
  const faultTrack = new Track<Call>({
    title: "Faults",
    describe: describeCalls,
    onSelect,
    onOpen: openNext,
  });
  const eventTrack = new Track<Row>({ title: "Events", describe: describeEvents, onSelect });
  const markTrack = new Track<Mark>({ title: "Changes", describe: describeMarks, onSelect });
  const tracks = h(
    "div",
    { class: "tracks" },
    ...[callTrack, faultTrack, eventTrack, markTrack].map(({ element: own }) => own),
  );
  const place = h("div", { class: "place" });
  const list = new VirtualList<Lane>({
    label: "Instances by status",
    rowHeight: 24,
    headings: [
      { title: "Instance", width: "var(--lane-label)", tier: 0 },
      { title: "Statuses", width: "minmax(0, 1fr)", tier: 0 },
    ],
    keyOf: ({ name }) => name,
    cells: () => [h("div"), h("div", { class: "bars" })],
    fill: ([label, bars], lane) => {
      if (label) setText(label, lane.label);
      if (bars) drawBars(bars, lane);
    },
    onOpen: ({ name, label }) => context.openObject("instances", name, label),
  });
  list.element.classList.add("lanes");
  const legend = h(
    "ul",
    { class: "legend", "aria-label": "Colors" },
    ...(
      [
        ["good", "running"],
        ["busy", "changing"],
        ["idle", "off"],
        ["bad", "failed"],
      ] as const
    ).map(([tone, text]) =>
      h("li", { class: "pill", "data-tone": tone }, h("span", { class: "dot", "aria-hidden": "true" }), text),
    ),
  );
  const element = h(
    "section",
    { class: "view timeline", "aria-label": "Timeline" },
    h("div", { class: "bar" }, length, legend),
    status,
    h("div", { class: "picture" }, axis, tracks),
    markText,
    place,
  );
  // The number of labels depends on the width.
  new ResizeObserver(() => axis.clientWidth > 0 && render(true)).observe(axis);

  function choose(): void {
    isChosen = true;
    render(true);
  }

  /** Begins with the shortest span that contains everything, at most an hour. */
  function chooseFitting(now: number): void {
    if (isChosen || !store.isComplete) return;
    isChosen = true;
    const [firstCall] = store.calls;
    const moments = [store.statuses[0]?.at, firstCall && callMoment(firstCall)].filter(
      (at) => at !== undefined,
    );
    const needed = moments.length === 0 ? hour : now - Math.min(...moments);
    length.value = String(spans.find((one) => one.length >= needed || one.length === hour)?.length ?? hour);
  }

  function render(isForced = false): void {
    const now = context.now();
    chooseFitting(now);
    const moment = Math.floor(timelineStep(now, Number(length.value)));
    const state = `${store.revision("timeline")} ${moment} ${account()} ${length.value}`;
    if (!isForced && state === shown) return;
    shown = state;
    span = { from: now - Number(length.value), to: now };
    const lanes = lanesOf(store.rows("instances", account()), store.statuses, account(), span);
    const calls = store.calls.filter((call) => callMoment(call) >= span.from);
    const faults = calls.filter((call) => call.faults.length > 0);
    const events = store.rows("events", account()).filter((row) => eventMoment(row) >= span.from);
    const marks = store.marks.filter(({ at }) => at >= span.from);
    setText(
      status,
      [
        count(lanes.length, "instance"),
        count(calls.length, "call"),
        count(faults.length, "fault"),
        count(events.length, "event"),
        count(marks.filter(({ kind }) => kind === "externalChange").length, "external change"),
      ].join(" · "),
    );
    const width = axis.clientWidth;
    axis.replaceChildren(
      ...ticksOf(span, Math.min(8, Math.max(1, Math.floor(width / minTickDistance)))).map(
        ({ x, moment: at }) => {
          // The last label ends where the axis does.
          const isLast = width - (x / timelineWidth) * width < minTickDistance / 2;
          const left = `${(x / timelineWidth) * 100}%`;
          return h("span", { class: isLast ? "last" : "", style: { left } }, formatClock(at));
        },
      ),
    );
    callTrack.show(clustersOf(calls, callMoment, span));
    faultTrack.show(clustersOf(faults, callMoment, span));
    eventTrack.show(clustersOf(events, eventMoment, span));
    markTrack.show(clustersOf(marks, markMoment, span));
    const content =
      lanes.length > 0
        ? list.element
        : emptyState("No instances in this time. They appear here as a program creates them.");
    showOne(place, content);
    list.setItems(lanes);
  }

  return {
    element,
    update: () => render(),
    key: (key) => {
      if (key === "j" || key === "k") list.move(key === "j" ? 1 : -1);
      else if (key === "Enter") list.openSelected();
      else return false;
      return true;
    },
  };
}

/** The picture moves by one four-hundredth of its width. */
function timelineStep(now: number, length: number): number {
  return now / (length / 400);
}
