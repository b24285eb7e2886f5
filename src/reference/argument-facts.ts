import type { Argument } from "../contract";
import { boundsText } from "./bounds";
import { typeCell } from "./member-tables";
import type { FieldFacts } from "./resources";
import { asClause, sentencesOf } from "./sentences";
import type { Member } from "./source-file";

/** The facts about one argument of a resource. */
export interface ArgumentSources {
  readonly member: Member;
  readonly field: FieldFacts;
  /** The field of the hash that the package computes from a file. */
  readonly hash: FieldFacts | undefined;
  /** Its shape in the contract. */
  readonly shape: Argument | undefined;
  /** `required`, with the alternative if there is one. Empty if nothing requires it. */
  readonly requirement: string;
  /** The types that the page has a section for. */
  readonly types: readonly string[];
  /** The name of the object in messages: `instance`. */
  readonly kind: string;
}

/** The documentation of an argument, as its section shows it. */
export interface ArgumentFacts {
  /** A summary of the facts, in Markdown. */
  readonly facts: readonly string[];
  /** The rest of its documentation. */
  readonly description: string;
  /** The effect of changing the argument, for a table: `replaces`, `in place`, `recorded`. */
  readonly effect: string;
}

/** Removes the facts from the documentation, so that the section does not repeat them. */
export function argumentFacts(sources: ArgumentSources): ArgumentFacts {
  const { member, field, shape, requirement, types } = sources;
  const bounds = shape ? withSeparators(boundsText(shape)) : "";
  const sentences = sentencesOf(bounds ? member.description.replace(`, ${bounds}`, "") : member.description);
  const required = sentences.filter((sentence) => sentence.startsWith("Required")).map(asClause);
  const defaults = sentences.filter((sentence) => sentence.startsWith("Default")).map(asClause);
  const { effect, change, drift } = effectsOf(sources);
  return {
    facts: [
      typeCell(member.type, types),
      bounds,
      ...(required.length > 0 ? required : [requirement]),
      ...defaults,
      field.secret ? "secret" : "",
      change,
      drift,
    ].filter(Boolean),
    description: sentences.filter((sentence) => !isFact(sentence)).join(" "),
    effect,
  };
}

/** Whether a sentence of the documentation only repeats the facts. */
function isFact(sentence: string): boolean {
  return /^Required|^Default|^Always secret\.$|^Changed in place\.$|^A change replaces the [\w ]+\.$/.test(
    sentence,
  );
}

interface Effects {
  readonly effect: string;
  readonly change: string;
  readonly drift: string;
}

/** The effect of changing the argument, and how drift is handled. A file's content counts, not its path. */
function effectsOf({ field, hash, kind }: ArgumentSources): Effects {
  const { change, live } = hash ?? field;
  const [what, by] = hash ? ["a change to the content", ", by content"] : ["a change", ""];
  if (change === "record") return { effect: `recorded${by}`, change: `${what} is recorded`, drift: "" };
  if (change === "replace") {
    const drift = live ? "drift is reported" : "drift is not visible";
    return { effect: `replaces${by}`, change: `${what} replaces the ${kind}`, drift };
  }
  const repair = change.repairsDrift ? "drift is repaired in part" : "drift is repaired";
  const drift = live ? repair : "drift is not visible";
  return { effect: `in place${by}`, change: `${what} is made in place`, drift };
}

/** `65000` → `65,000`. Years have no separator. */
function withSeparators(text: string): string {
  return text.replace(/\d{5,}/g, (number) => Number(number).toLocaleString("en-US"));
}
