import type { Instance as Live } from "../client";
import type { CreateMatcher, Properties } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const fixedFieldNames = ["region", "type", "image"] as const;

/** Recognises the instance that a create made: region, type and image can't be changed later. */
export const instanceMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label, sent = {} }) =>
    live.label === label && fixedFieldNames.every((name) => isSent(sent[name], live[name])),
  matchesFixedFields: (live, sent) =>
    fixedFieldNames.every((name) => !isShown(live, name) || isSent(sent[name], live[name])),
  createdAt: (live) => live.created,
  isBeingDeleted: (live) => live.status === "deleting",
};

/** The declared values of the fields that can't be changed later, as the intent of a create records them. */
export function fixedFields(inputs: InstanceInputs): Properties {
  return Object.fromEntries(fixedFieldNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])));
}

/** Null is a value only where the contract allows it: an instance without an image. */
function isShown(live: Live, name: (typeof fixedFieldNames)[number]): boolean {
  return name === "image" ? live.image !== undefined : (live[name] ?? undefined) !== undefined;
}

function isSent(sent: unknown, live: string | null): boolean {
  return sent === undefined || sent === live;
}
