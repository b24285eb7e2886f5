import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, Scalar } from "yaml";
import { messageOf } from "../../unknown";
import { UsageError } from "../usage-error";

/** The location of a rule or of a part of it. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Its number in the file, from 1. Undefined outside of rules. */
  readonly rule: number | undefined;
}

export interface ParsedEntry {
  readonly key: string;
  /** Null for the word null, without quotes. */
  readonly value: string | null;
  readonly place: Place;
}

/** A rule as it is in the file: keys and strings. */
export interface ParsedRule {
  readonly entries: readonly ParsedEntry[];
  readonly place: Place;
}

/** An error in an ignore file: what is wrong, and what to do. */
export function ruleError({ file, line, column, rule }: Place, problem: string, advice: string): UsageError {
  const at = `${file}:${line}:${column}${rule === undefined ? "" : `, rule ${rule}`}`;
  return new UsageError(`${at}: ${problem}. Nothing was read from the service. ${advice}`);
}

/**
 * Reads YAML that is a list of mappings from keys to strings. Every scalar is a string, so that `id: 012` is read as it is written.
 * @throws UsageError for anything else.
 */
export function parseRuleFile(text: string, file: string): readonly ParsedRule[] {
  const lines = new LineCounter();
  const placeAt = (offset: number, rule?: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col, rule };
  };
  const placeOf = (node: unknown, parent: Node, rule?: number) =>
    placeAt((isNodeWithRange(node) ? node.range : parent.range)?.[0] ?? 0, rule);
  const list = parse(text, file, lines, placeAt);
  if (list === null || (isScalar(list) && list.source === "")) return [];
  if (!isSeq(list)) {
    throw ruleError(
      placeOf(list, list),
      "the file is not a list of rules",
      "Write `- ` before the first key of each rule.",
    );
  }
  return list.items.map((item, index): ParsedRule => {
    const rule = index + 1;
    const place = placeOf(item, list, rule);
    if (!isMap(item)) throw ruleError(place, "it is not a mapping", "Write a rule such as `- type: Image`.");
    const entries = item.items.map(({ key, value }): ParsedEntry => {
      const at = placeOf(key, item, rule);
      if (!isScalar(key) || typeof key.value !== "string") {
        throw ruleError(at, "a key is not a word", "Write `key: value`.");
      }
      return { key: key.value, value: textOf(value, key.value, at), place: at };
    });
    for (const { key, place: at } of repeatedEntries(entries)) {
      throw ruleError(at, `the key ${key} occurs twice`, "Remove one, or write two rules.");
    }
    return { entries, place };
  });
}

function parse(text: string, file: string, lineCounter: LineCounter, placeAt: (offset: number) => Place) {
  const { contents, errors, warnings } = parsed(text, file, lineCounter);
  const [fault] = [...errors, ...warnings];
  if (fault === undefined) return contents;
  const [problem] = fault.message.split(/[;\n]/);
  throw ruleError(placeAt(fault.pos[0]), `this is not valid YAML: ${problem}`, "Correct this line.");
}

function parsed(text: string, file: string, lineCounter: LineCounter) {
  try {
    return parseDocument(text, { schema: "failsafe", uniqueKeys: false, lineCounter, prettyErrors: false });
  } catch (error) {
    // For example, brackets that are nested so deeply that the stack overflows.
    throw new UsageError(
      `${file} is not readable as YAML: ${messageOf(error)}. Nothing was read from the service. Correct it.`,
    );
  }
}

function repeatedEntries(entries: readonly ParsedEntry[]): readonly ParsedEntry[] {
  return entries.filter(({ key }, at) => entries.findIndex((entry) => entry.key === key) < at);
}

/** The word null is a separate value, unless it is in quotes. */
function textOf(node: unknown, key: string, place: Place): string | null {
  if (!isScalar(node) || typeof node.value !== "string") {
    throw ruleError(
      place,
      `the value of ${key} is not a string`,
      "Write a string, in quotes if it has special characters.",
    );
  }
  if (node.value.trim() === "") {
    throw ruleError(place, `${key} has no value`, "Write one, or remove the key.");
  }
  return node.type === Scalar.PLAIN && /^(null|~)$/i.test(node.value) ? null : node.value;
}

function isNodeWithRange(node: unknown): node is Node {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}
