import type { Call, Mark, Row } from "../../emulator/console/messages";
import { formatClock, formatDuration } from "../model/format";
import { readText } from "../model/read";
import { toneOf } from "../model/status";
import { type Cluster, type Lane, timelineWidth } from "../model/timeline";
import { h, svg } from "./dom";

const trackHeight = 16;

/** Draws the statuses of an instance in `place`, with a text for screen readers. */
export function drawBars(place: HTMLElement, { bars }: Lane): void {
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${timelineWidth} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...bars.map(({ x, width, status, from, to }) =>
      svg(
        "rect",
        {
          x: x.toFixed(1),
          y: 1,
          width: Math.max(1, width).toFixed(1),
          height: 8,
          class: "bar",
          "data-tone": toneOf(status),
          "data-status": status,
        },
        svg("title", {}, `${status} from ${formatClock(from)} for ${formatDuration(to - from)}`),
      ),
    ),
  );
  const text = bars.map(({ status }) => status).join(", then ");
  place.replaceChildren(picture, h("span", { class: "sr" }, text));
}

/** A row of marks. Each stands for one event, or for several that are too close together to be told apart. */
export function track<T>(
  title: string,
  clusters: readonly Cluster<T>[],
  describe: (items: readonly T[]) => string,
  onOpen?: (items: readonly T[]) => void,
): HTMLElement {
  const total = clusters.reduce((sum, { items }) => sum + items.length, 0);
  const marks = clusters.map(({ x, items }) => {
    const height = Math.min(trackHeight, 6 + 3 * Math.log2(items.length));
    const mark = svg(
      "rect",
      { x, y: trackHeight - height, width: 3, height, class: "mark" },
      svg("title", {}, describe(items)),
    );
    if (onOpen) mark.addEventListener("click", () => onOpen(items));
    return mark;
  });
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${timelineWidth} ${trackHeight}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${title}: ${total}`,
    },
    ...marks,
  );
  return h(
    "div",
    { class: `track-row ${title.toLowerCase()}` },
    h("span", { class: "lane-label" }, title),
    h("div", { class: "bars" }, picture),
  );
}

const maxDescribed = 5;

export function describeCalls(calls: readonly Call[]): string {
  return described(
    calls.map(
      ({ operation, path, status, faults }) =>
        `${operation ?? path} → ${status ?? "no response"}${faults.length > 0 ? ` (${faults.join(", ")})` : ""}`,
    ),
  );
}

export function describeEvents(rows: readonly Row[]): string {
  return described(
    rows.map(
      ({ json }) =>
        `${readText(json, "action")} ${readText(json, "entity", "label")} ${readText(json, "status")}`,
    ),
  );
}

export function describeMarks(marks: readonly Mark[]): string {
  return described(marks.map(({ kind, text }) => (kind === "externalChange" ? text : `${kind} ${text}`)));
}

function described(lines: readonly string[]): string {
  const rest = lines.length - maxDescribed;
  return [...lines.slice(0, maxDescribed), ...(rest > 0 ? [`and ${rest} more`] : [])].join("\n");
}
