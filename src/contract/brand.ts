import type { z } from "zod";
import { allOperations } from "./operations";
import { rename } from "./rename";
import { eventActions } from "./shapes/event";
import { fieldsOf, itemOf } from "./walk";

/** The word that the interface writes where the operator's brand stands. */
export const interfaceWord = "node";

/**
 * The names of one operator: an exact two-way table between the contract's names and those on the wire.
 * Values that users write (image ids, labels, tags, script data) are no names and pass untouched.
 */
export interface Brand {
  readonly word: string;
  /** `/node/instances` → `/acme/instances`. */
  path(template: string): string;
  /** `nodes:read_only` → `acmes:read_only`; other scopes as they are. */
  scope(scope: string): string;
  /** `add_nodes` → `add_acmes`. */
  grant(grant: string): string;
  /** `node_id` → `acme_id`, `nodes` → `acmes`; other names as they are. */
  field(name: string): string;
  /** `node_boot` → `acme_boot`; other actions as they are. */
  action(action: string): string;
  /** The way back of `field`, for the name that an error gives. */
  contractField(name: string): string;
  /** A body or an answer from the contract's names to those on the wire. */
  toWire(schema: z.ZodType, value: unknown): unknown;
  /** The way back of `toWire`. */
  fromWire(schema: z.ZodType, value: unknown): unknown;
}

/** The brand's word can't be used: it names the rule it breaks. */
export class BrandError extends Error {
  override readonly name = "BrandError";
  constructor(word: string, rule: string) {
    super(
      `brand: ${JSON.stringify(word)} can't be the brand's word: ${rule}. Give the word that the operator writes where the interface writes "node".`,
    );
  }
}

const maxWordLength = 32;
const brandedActions = eventActions.filter((action) => action.startsWith(`${interfaceWord}_`));
const plainActions = new Set<string>(
  eventActions.filter((action) => !action.startsWith(`${interfaceWord}_`)),
);
/** First segments of the paths and areas of the scopes that are not the brand's. */
const plainSegments = ["account", "regions", "images"];
const plainAreas = ["account", "events", "maintenance", "images"];

/** @throws BrandError where two different names would become one, so that there were no way back. */
export function brandOf(word: string): Brand {
  if (word === interfaceWord) return brandNames(word);
  if (!/^[a-z][a-z0-9]*$/.test(word) || word.length > maxWordLength) {
    throw new BrandError(
      word,
      `it must be lower-case letters and digits, begin with a letter, and have at most ${maxWordLength} characters`,
    );
  }
  if (word === "private") throw new BrandError(word, 'ids of private images begin with "private/"');
  if (plainSegments.includes(word)) throw new BrandError(word, `paths begin with "/${word}" already`);
  if (plainAreas.includes(`${word}s`)) throw new BrandError(word, `scopes begin with "${word}s:" already`);
  for (const name of plainFieldNames()) {
    if (name === `${word}_id` || name === `${word}s`)
      throw new BrandError(word, `a field is named "${name}" already`);
  }
  for (const action of brandedActions) {
    const own = word + action.slice(interfaceWord.length);
    if (plainActions.has(own)) throw new BrandError(word, `an event's action is named "${own}" already`);
  }
  return brandNames(word);
}

function brandNames(word: string): Brand {
  const fields = new Map([
    ["node_id", `${word}_id`],
    ["nodes", `${word}s`],
  ]);
  const actions = new Map(
    brandedActions.map((action) => [String(action), word + action.slice(interfaceWord.length)]),
  );
  const fieldsBack = new Map([...fields].map(([contract, wire]) => [wire, contract]));
  const actionsBack = new Map([...actions].map(([contract, wire]) => [wire, contract]));
  const same = (name: string) => name;
  const field = (name: string) => fields.get(name) ?? name;
  const action = (name: string) => actions.get(name) ?? name;
  return {
    word,
    path: (template) => template.replace(/^\/node(?=\/|$)/, `/${word}`),
    scope: (scope) => scope.replace(/^nodes(?=:)/, `${word}s`),
    grant: (grant) => (grant === "add_nodes" ? `add_${word}s` : grant),
    field,
    action,
    contractField: (name) => fieldsBack.get(name) ?? name,
    toWire: (schema, value) => rename(schema, value, { read: same, write: field, value: action }),
    fromWire: (schema, value) =>
      rename(schema, value, { read: field, write: same, value: (wire) => actionsBack.get(wire) ?? wire }),
  };
}

let plainNames: ReadonlySet<string> | undefined;

/**
 * The names that the service's other fields have: beside one of them a branded field could not be told apart. They are
 * gathered once, when a brand is first asked for: walking through every shape takes a while.
 */
function plainFieldNames(): ReadonlySet<string> {
  plainNames ??= gatherPlainFieldNames();
  return plainNames;
}

function gatherPlainFieldNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const gather = (schema: z.ZodType): void => {
    const item = itemOf(schema);
    if (item) gather(item);
    for (const field of fieldsOf(schema)) {
      if (!field.meta.brandedName) names.add(field.name);
      gather(field.schema);
    }
  };
  for (const { operation } of allOperations) {
    gather(operation.body);
    gather(operation.answer);
  }
  return names;
}
