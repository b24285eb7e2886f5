import type { Instance as Live } from "../client";
import type { CreateMatcher, Properties } from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

const fixedFieldNames = ["region", "type", "image"] as const;

/** Recognises the instance that a create made: region, type and image can't be changed later. */
export const instanceMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label, sent }) => live.label === label && matchesFixedFields(live, sent),
  matchesFixedFields,
  createdAt: (live) => live.created,
  isBeingDeleted: (live) => live.status === "deleting",
};

/** The declared values of the fields that can't be changed later, as the intent of a create records them. */
export function fixedFields(inputs: InstanceInputs): Properties {
  return Object.fromEntries(fixedFieldNames.flatMap((name) => (inputs[name] ? [[name, inputs[name]]] : [])));
}

function matchesFixedFields(live: Live, sent: Properties = {}): boolean {
  return fixedFieldNames.every((name) => sent[name] === undefined || sent[name] === live[name]);
}
