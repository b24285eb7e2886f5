import { z } from "zod";
import { findingKinds } from "./finding-kinds";

/** The version of the JSON report. It changes when a field is removed or its meaning changes. New fields do not change it. */
export const reportVersion = 1;

const count = z.int().nonnegative();

const value = z
  .json()
  .describe("A value from a program or a response. Null if there is none, or if it is secret.")
  .meta({ id: "Value" });

const action = z
  .strictObject({
    purpose: z
      .enum(["repair", "accept", "adopt", "forget", "finish", "look", "ignore"])
      .describe("What the action achieves."),
    description: z.string().describe("When or why to take it, as a short sentence."),
    form: z.enum(["command", "code", "rule"]).describe("What to run or to write."),
    text: z
      .string()
      .describe("A shell command, a piece of a TypeScript program, or a rule of `.nodecloudignore`."),
  })
  .meta({ id: "Action" });

const actor = z
  .strictObject({
    user: z
      .string()
      .nullable()
      .describe(
        "The user that the event names. Null if the service itself caused the event, or did not return the user.",
      ),
    time: z.string().describe("The time, as the service returned it."),
    action: z.string().describe("The action of the event, such as `node_update`."),
  })
  .meta({ id: "Actor" });

export const finding = z
  .strictObject({
    kind: z.enum(findingKinds).describe("The kind of finding."),
    type: z.string().describe("The resource class: `Instance`."),
    id: z
      .string()
      .nullable()
      .describe("The id of the object. Null if it is unknown, as for an unresolved create."),
    label: z.string().nullable().describe("The label of the object, or of the create. Null if it has none."),
    stack: z.string().nullable().describe("`project/stack`. Null for an object that no stack records."),
    urn: z.string().nullable(),
    account: z.string().nullable().describe("The `euuid` of the account. Null if the token cannot read it."),
    field: z.string().nullable().describe("The argument or output, for `changed` and `informational`."),
    declared: value,
    live: value,
    isSecret: z.boolean().describe("Whether the values are secret and therefore omitted."),
    repair: z
      .enum(["up", "replacement", "program"])
      .nullable()
      .describe(
        "What removes the difference of a `changed` row: an update, only a replacement, or only a change to the program.",
      ),
    message: z
      .string()
      .describe(
        "Human-readable explanation, in one or two sentences: what was found and why. The wording may change.",
      ),
    actions: z.array(action),
    who: actor
      .nullable()
      .describe("Who changed it. Null without `who`, or if the event log does not identify anyone."),
    ignoredBecause: z
      .string()
      .nullable()
      .describe("The reason of the rule that ignores it. Null for a finding that counts."),
  })
  .meta({ id: "Finding" });

export const problem = z
  .strictObject({
    subject: z.string().describe("What could not be read or compared: `list of images`, `stack shop/dev`."),
    stack: z.string().nullable().describe("`project/stack`, if it concerns one stack."),
    type: z.string().nullable().describe("The resource class, if it concerns one."),
    message: z.string().describe("What failed, and what to do."),
  })
  .meta({ id: "Problem" });

const scannedStack = z
  .strictObject({
    name: z.string().describe("`project/stack`."),
    source: z.string().describe("Where the state was read: a file, a folder, a backend, or standard input."),
    account: z.string().nullable().describe("The `euuid` of its account. Null if the token cannot read it."),
    resources: count.describe("The number of its resources that belong to this package."),
  })
  .meta({ id: "Stack" });

const typeCoverage = z
  .strictObject({
    type: z.string(),
    isScanned: z.boolean().describe("Whether the account's objects of this type were listed."),
    managed: count.describe("The number of existing objects that the scanned stacks manage."),
    existing: count.describe("The number of existing objects that a program could manage."),
    changed: count.describe("The number of managed objects with a `changed` row, ignored or not."),
  })
  .meta({ id: "TypeCoverage" });

const cleanResource = z
  .strictObject({
    type: z.string(),
    id: z.string(),
    label: z.string().nullable(),
    stack: z.string(),
    urn: z.string(),
  })
  .meta({ id: "CleanResource" });

/** The shape of a JSON report. */
export const driftReport = z.strictObject({
  version: z.literal(reportVersion),
  time: z
    .string()
    .describe(
      "When the scan ended, in ISO 8601. The only field that differs between two scans of an unchanged world.",
    ),
  verdict: z
    .enum(["inSync", "drift", "incomplete"])
    .describe("`incomplete`: no drift was found, but something could not be read or compared."),
  isComplete: z
    .boolean()
    .describe(
      "Whether everything was read and compared. If it is false and the verdict is `drift`, there may be more drift.",
    ),
  problems: z.array(problem),
  warnings: z
    .array(z.string())
    .describe("Information that does not change the verdict, such as ignore rules that match nothing."),
  stacks: z.array(scannedStack),
  coverage: z.strictObject({
    typesScanned: count,
    typesKnown: count,
    types: z.array(typeCoverage),
  }),
  findings: z.array(finding).describe("Sorted by stack, type, id, kind and field."),
  ignored: z.array(finding).describe("Findings that a rule of `.nodecloudignore` leaves out of the verdict."),
  clean: z.array(cleanResource).describe("Resources without a finding, not even an ignored one."),
});
