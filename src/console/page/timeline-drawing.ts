import type { Call, Mark, Row } from "../../emulator/console/messages";
import { formatClock, formatDuration } from "../model/format";
import { readText } from "../model/read";
import { toneOf } from "../model/status";
import { type Lane, timelineWidth } from "../model/timeline";
import { h, svg } from "./dom";

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
