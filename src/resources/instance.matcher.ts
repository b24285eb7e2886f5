import type { Instance as Live } from "../client";
import type { CreateMatcher, Properties } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const fixedFieldNames = ["region", "type", "image"] as const;

/**
 * Recognizes the instance that a create created by its region, type and image, which cannot be changed later. A service may return them in
 * a different form from the one that was sent, so any instance with the sent label is a candidate.
 */
export const instanceMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label, sent = {} }) =>
    live.label === label && fixedFieldNames.every((name) => equalsSent(sent[name], live[name])),
  mayMatch: (live, { label, sent = {} }) =>
    live.label === label || fixedFieldNames.every((name) => mayEqualSent(sent[name], live[name])),
  createdAt: (live) => live.created,
  isBeingDeleted: (live) => live.status === "deleting",
  deleteCall: "instances delete",
};

/** The declared values of the fields that cannot be changed later, as the intent of a create records them. */
export function fixedFields(inputs: InstanceInputs): Properties {
  return Object.fromEntries(fixedFieldNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])));
}

/**
 * The arguments that the program has changed since the request and whose new values the object does not have. A value that is returned in a
 * different form is not a change.
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

/**
 * Null proves nothing: a service may not return an image until it is deployed. Neither does another case, nor a longer id: it may be that
 * of the version that the sent one resolved to, such as `node/debian12-20220301`.
 */
function mayEqualSent(sent: unknown, live: string | null | undefined): boolean {
  if (typeof sent !== "string" || typeof live !== "string") return true;
  const [id, returned] = [sent.toLowerCase(), live.toLowerCase()];
  return returned.startsWith(id) && !/^[a-z0-9]/.test(returned.slice(id.length));
}
