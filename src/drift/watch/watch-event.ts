import { z } from "zod";
import { driftReport, finding, problem } from "../report";

/** The version of the lines. It changes when a field is removed or its meaning changes; new fields and events do not change it. */
export const watchVersion = 1 as const;

const count = z.int().nonnegative();
const { verdict, isComplete, time } = driftReport.shape;

/** The fields of every line. */
const line = {
  version: z.literal(watchVersion),
  time: time.describe("The time at which it was noticed, in ISO 8601."),
  verdict: verdict.describe("The verdict after this event."),
  isComplete: isComplete.describe("Whether everything could be read and compared."),
};

const reasons = {
  start: "the first scan",
  interval: "the interval between full scans has passed",
  gap: "the event log may lack events, or does not identify the changed objects",
  state: "the state of a stack has changed",
  retry: "the last scan could not read everything",
  noLog: "the event log cannot be followed",
} as const;

const explained = Object.entries(reasons).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

/** The shape of a line of `nodecloud drift --watch --format json`. */
export const watchEvent = z.discriminatedUnion("event", [
  z
    .strictObject({
      event: z.literal("scanned"),
      ...line,
      reason: z
        .enum(["start", "interval", "gap", "state", "retry", "noLog"])
        .describe(`The reason for the full scan. ${explained.join("; ")}.`),
      message: z.string().describe("The reason and the result, in sentences."),
      stacks: z.array(z.string()).describe("The stacks, as `project/stack`."),
      resources: count.describe("The number of resources of this package that the stacks record."),
      findings: count.describe("The number of findings after this event."),
      problems: count.describe(
        "The number of problems after this event: what could not be read or compared.",
      ),
    })
    .meta({ id: "Scanned", description: "A full scan ended." }),
  z
    .strictObject({ event: z.literal("found"), ...line, finding })
    .meta({ id: "Found", description: "A finding appeared." }),
  z
    .strictObject({
      event: z.literal("changed"),
      ...line,
      finding,
      before: finding.describe("The finding as it was."),
    })
    .meta({ id: "Changed", description: "A finding's details changed, such as the live value." }),
  z
    .strictObject({
      event: z.literal("resolved"),
      ...line,
      finding: finding.describe("The finding as it was."),
    })
    .meta({ id: "Resolved", description: "A finding no longer applies." }),
  z
    .strictObject({ event: z.literal("problem"), ...line, problem })
    .meta({ id: "ProblemBegan", description: "Something cannot be read or compared." }),
  z
    .strictObject({ event: z.literal("problemEnded"), ...line, problem })
    .meta({ id: "ProblemEnded", description: "A problem ended: the object can be read and compared again." }),
  z
    .strictObject({ event: z.literal("notice"), ...line, message: z.string() })
    .meta({ id: "Notice", description: "Information that does not change the verdict." }),
]);

export type ScanReason = keyof typeof reasons;
