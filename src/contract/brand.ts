import type { z } from "zod";
import { scopeAreas } from "./operation";
import { allOperations } from "./operations";
import { type Renaming, rename } from "./rename";
import { eventActions } from "./shapes/event";
import { fieldsOf, itemOf } from "./walk";

/** The word that the interface uses in place of the operator's brand. */
export const interfaceWord = "node";

/**
 * Translates between the contract's names and those of one operator, in both directions.
 * Values that users write (image ids, labels, tags, script data) are not names and stay as they are.
 */
export interface Brand {
  readonly word: string;
  /** `/node/instances` → `/acme/instances`. */
  path(template: string): string;
  /** `nodes:read_only` → `acmes:read_only`; other scopes are unchanged. */
  scope(scope: string): string;
  /** `add_nodes` → `add_acmes`. */
  grant(grant: string): string;
  /** `node_id` → `acme_id`, `nodes` → `acmes`, and the reverse; other names are unchanged. */
  field(name: string): string;
  /** `node_boot` → `acme_boot`; other actions are unchanged. */
  action(action: string): string;
  /** The reverse of `field`: `acme_id` → `node_id`. */
  contractField(name: string): string;
  /** Translates a request or response body from the contract's names to those on the wire. */
  toWire(schema: z.ZodType, value: unknown): unknown;
  /** The reverse of `toWire`. Names that are already the contract's stay as they are. */
  fromWire(schema: z.ZodType, value: unknown): unknown;
  /**
   * Like `fromWire`, for a body that the service receives. The service knows only the brand's names: `node_id` is a field like any other
   * unknown one, and becomes `acme_id`.
   */
  fromRequest(schema: z.ZodType, value: unknown): unknown;
}

/** The word cannot be a brand. The message names the rule that it breaks. */
export class BrandError extends Error {
  override readonly name = "BrandError";
  constructor(word: string, rule: string) {
    super(
      `brand: ${JSON.stringify(word)} cannot be the brand: ${rule}. Set the word that the operator uses where the interface writes "node".`,
    );
  }
}

const maxWordLength = 32;
const brandedActions = eventActions.filter((action) => action.startsWith(`${interfaceWord}_`));
const plainActions = new Set<string>(
  eventActions.filter((action) => !action.startsWith(`${interfaceWord}_`)),
);
/** The first segments of paths, and the areas of scopes. */
const segments = new Set(allOperations.map(({ operation: { call } }) => call.split("/")[1]));
const areas: ReadonlySet<string> = new Set(scopeAreas);

/** @throws BrandError for a word that would make two different names equal. */
export function brandOf(word: string): Brand {
  if (word === interfaceWord) return brandNames(word);
  if (!/^[a-z][a-z0-9]*$/.test(word) || word.length > maxWordLength) {
    throw new BrandError(
      word,
      `it must consist of lowercase letters and digits, begin with a letter, and have at most ${maxWordLength} characters`,
    );
  }
  if (word === "private") throw new BrandError(word, 'ids of private images begin with "private/"');
  if (segments.has(word)) throw new BrandError(word, `paths already begin with "/${word}"`);
  if (areas.has(`${word}s`)) throw new BrandError(word, `scopes already begin with "${word}s:"`);
  for (const name of plainFieldNames()) {
    if (name === `${word}_id` || name === `${word}s`)
      throw new BrandError(word, `a field is already named "${name}"`);
  }
  for (const action of brandedActions) {
    const branded = word + action.slice(interfaceWord.length);
    if (plainActions.has(branded))
      throw new BrandError(word, `an event's action is already named "${branded}"`);
  }
  return brandNames(word);
}

function brandNames(word: string): Brand {
  const contractFields = new Map([
    [`${word}_id`, "node_id"],
    [`${word}s`, "nodes"],
  ]);
  const fields = new Map([
    ...contractFields,
    ...[...contractFields].map(([wire, name]) => [name, wire] as const),
  ]);
  const actions = new Map(
    brandedActions.map((action) => [String(action), word + action.slice(interfaceWord.length)]),
  );
  const contractActions = new Map([...actions].map(([contract, wire]) => [wire, contract]));
  const unchanged = (name: string) => name;
  const field = (name: string) => fields.get(name) ?? name;
  const action = (name: string) => actions.get(name) ?? name;
  const fromWire: Renaming = {
    read: field,
    write: unchanged,
    value: (wire) => contractActions.get(wire) ?? wire,
  };
  return {
    word,
    path: (template) => template.replace(/^\/node(?=\/|$)/, `/${word}`),
    scope: (scope) => scope.replace(/^nodes(?=:)/, `${word}s`),
    grant: (grant) => (grant === "add_nodes" ? `add_${word}s` : grant),
    field,
    action,
    contractField: (name) => contractFields.get(name) ?? name,
    toWire: (schema, value) => rename(schema, value, { read: unchanged, write: field, value: action }),
    fromWire: (schema, value) => rename(schema, value, fromWire),
    fromRequest: (schema, value) => rename(schema, value, { ...fromWire, swaps: true }),
  };
}

let plainNames: ReadonlySet<string> | undefined;

/**
 * The names of all other fields, none of which may equal a branded field. Collected when first needed, because walking
 * every shape takes a while.
 */
function plainFieldNames(): ReadonlySet<string> {
  plainNames ??= collectPlainFieldNames();
  return plainNames;
}

function collectPlainFieldNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (schema: z.ZodType): void => {
    const item = itemOf(schema);
    if (item) collect(item);
    for (const field of fieldsOf(schema)) {
      if (!field.meta.brandedName) names.add(field.name);
      collect(field.schema);
    }
  };
  for (const { operation } of allOperations) {
    collect(operation.body);
    collect(operation.response);
  }
  return names;
}
