import type { Instance as Live } from "../client";
import type { CreateMatcher, Properties } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const fixedFieldNames = ["region", "type", "image"] as const;

/**
 * Recognizes the instance that a create made: region, type and image cannot be changed later. A service may return another form of them
 * than was sent, so an instance with the label that was sent may be it whatever they are.
 */
export const instanceMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label, sent = {} }) =>
    live.label === label && fixedFieldNames.every((name) => equalsSent(sent[name], live[name])),
  mayMatch: (live, { label, sent = {} }) =>
    live.label === label || fixedFieldNames.every((name) => mayEqualSent(sent[name], live[name])),
  createdAt: (live) => live.created,
  isBeingDeleted: (live) => live.status === "deleting",
};

/** The declared values of the fields that cannot be changed later, as the intent of a create records them. */
export function fixedFields(inputs: InstanceInputs): Properties {
  return Object.fromEntries(fixedFieldNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])));
}

/**
 * The arguments whose values the program has changed since they were sent, and the object does not have. A value in another form than
 * was sent is no change.
 */
export function changedFixedFields(
  inputs: InstanceInputs,
  live: Live,
  sent: Properties = {},
): readonly string[] {
  return fixedFieldNames.filter((name) => {
    const wanted = inputs[name];
    return wanted !== undefined && wanted !== sent[name] && wanted !== live[name];
  });
}

function equalsSent(sent: unknown, live: string | null): boolean {
  return sent === undefined || sent === live;
}

/** Null proves nothing: a service may not show an image until it is deployed. */
function mayEqualSent(sent: unknown, live: string | null | undefined): boolean {
  return live === null || live === undefined || equalsSent(sent, live);
}
