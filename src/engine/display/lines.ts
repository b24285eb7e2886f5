import { sameValue } from "../../state";
import type { EngineEvent } from "../core";
import { nameOf, typeOf } from "../core/urn";
import { differences, showDifference, showValue } from "./values";
import { type Color, countsLine, duration, explain, headline, isInternal, subjectOf, words } from "./words";

/** One line of output and its color. */
export interface Line {
  readonly text: string;
  readonly color?: Color;
}

/** The lasting lines of an event: what plain output prints, and what a terminal keeps above its moving part. */
export function linesOf(
  event: EngineEvent,
  options: { readonly detail: boolean; readonly preview: boolean },
): readonly Line[] {
  switch (event.kind) {
    case "started":
      return [{ text: headline(event.operation, event.preview, event.project, event.stack) }];
    case "stepStarted":
      return [];
    case "stepDone": {
      const { step } = event;
      if (step.kind === "same" || isInternal(step)) return [];
      const { symbol, color, done, planned } = words[step.kind];
      const verb = options.preview ? planned : `${done} in ${duration(event.milliseconds)}`;
      return [
        { text: ` ${symbol.padStart(2)} ${subjectOf(step)} ${verb}`, color },
        ...explain(step, options.detail).map((text) => ({ text: `      ${text}` })),
      ];
    }
    case "stepFailed": {
      const { step } = event;
      const [first = "", ...more] = event.message.split("\n");
      const took = options.preview ? "" : ` after ${duration(event.milliseconds)}`;
      return [
        {
          text: `  ! ${subjectOf(step)} ${words[step.kind].doing} failed${took}: ${first}`,
          color: "red",
        },
        ...more.map((text) => ({ text: `      ${text}` })),
      ];
    }
    case "message":
      return event.ephemeral || event.severity === "debug" ? [] : messageLines(event);
    case "stackOutputs":
      return outputLines(event);
    case "finished": {
      const { result, counts, milliseconds, preview } = event;
      const outcome = { succeeded: "", failed: "Failed. ", cancelled: "Cancelled. " }[result];
      return [
        {
          text: `${outcome}${countsLine(counts, preview)} in ${duration(milliseconds)}`,
          ...(result === "succeeded" ? {} : { color: "red" as const }),
        },
      ];
    }
  }
}

function messageLines(event: Extract<EngineEvent, { kind: "message" }>): readonly Line[] {
  const subject =
    event.urn === "" || typeOf(event.urn) === "pulumi:pulumi:Stack"
      ? ""
      : `${subjectOf({ name: nameOf(event.urn), type: typeOf(event.urn) })}: `;
  const mark = { debug: "   ", info: "   ", warning: "  w", error: "  !" }[event.severity];
  const [first = "", ...more] = event.message.trimEnd().split("\n");
  const color = event.severity === "error" ? "red" : event.severity === "warning" ? "yellow" : undefined;
  return [
    { text: `${mark} ${subject}${first}`, ...(color && { color }) },
    ...more.map((text) => ({ text: `      ${text}` })),
  ];
}

function outputLines(event: Extract<EngineEvent, { kind: "stackOutputs" }>): readonly Line[] {
  const names = [...new Set([...Object.keys(event.old), ...Object.keys(event.new)])].sort();
  if (names.length === 0) return [];
  const lines = names.flatMap((name): readonly string[] => {
    const before = Object.hasOwn(event.old, name) ? event.old[name] : undefined;
    const after = Object.hasOwn(event.new, name) ? event.new[name] : undefined;
    if (sameValue(before, after)) return [`    ${name}: ${showValue(after)}`];
    if (before === undefined) return [`  + ${name}: ${showValue(after)}`];
    if (after === undefined) return [`  - ${name}: ${showValue(before)}`];
    return differences(name, before, after).map((difference) => `  ~ ${showDifference(difference)}`);
  });
  return [{ text: "Outputs:" }, ...lines.map((text) => ({ text }))];
}
