/** How a program names a resource. */
export interface ResourceNames {
  /** The resource's name, which is part of its URN: `web-1`. */
  readonly name: string;
  /** Its variable: `web1`. */
  readonly variable: string;
}

/** In characters. */
const maxLength = { name: 60, variable: 40, id: 12 };

/** Words that a module cannot declare, or that its readers would take for something else. */
const reserved: readonly string[] = [
  "arguments async await break case catch class const continue debugger default delete do else enum eval export extends",
  "false finally for function if implements import in instanceof interface let new null of package private protected public",
  "return static super switch this throw true try type typeof undefined using var void while with yield",
  "config console exports global module process pulumi require",
].flatMap((line) => line.split(" "));

/** Gives every resource of a program a name and a variable of its own, both similar to its label. */
export class ProgramNames {
  readonly #names = new Set<string>();
  readonly #variables = new Set<string>(reserved);

  /** Leaves a name to a resource that another program text declares. */
  reserve(type: string, name: string): void {
    this.#names.add(`${type} ${name}`);
  }

  /**
   * @param type The class: `Instance`. Only names within a class have to differ.
   * @param id Completes names that the label alone does not make unique: `private/12`.
   */
  add(type: string, label: string | undefined, id: string): ResourceNames {
    const kind = type.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
    const ownId = (id.split("/").at(-1) ?? id).replace(/[^A-Za-z0-9]+/g, "").slice(0, maxLength.id);
    const ownLabel = (label ?? "").replace(/[^A-Za-z0-9._]+/g, "-");
    const text = /[A-Za-z0-9]/.test(ownLabel) ? ownLabel : `${kind}-${ownId}`;
    const name = firstFree(
      trimmed(trimmed(text).slice(0, maxLength.name)),
      `-${ownId}`,
      (one) => !this.#names.has(`${type} ${one}`),
    );
    const variable = firstFree(
      camelCase(startsWithDigit.test(text) ? `${kind}-${text}` : text).slice(0, maxLength.variable),
      `_${ownId}`,
      (one) => !this.#variables.has(one),
    );
    this.reserve(type, name);
    this.#variables.add(variable);
    return { name, variable };
  }
}

const startsWithDigit = /^[^A-Za-z]*[0-9]/;

function trimmed(text: string): string {
  return text.replace(/^-+|-+$/g, "");
}

function camelCase(text: string): string {
  const [first = "", ...others] = text.match(/[A-Za-z0-9]+/g) ?? [];
  const isAcronym = first === first.toUpperCase();
  const start = isAcronym ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1);
  return start + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The text; if it is taken, the text with the suffix; if that is taken too, with a number as well. */
function firstFree(text: string, suffix: string, isFree: (text: string) => boolean): string {
  if (isFree(text)) return text;
  const longer = text + suffix;
  let free = longer;
  for (let number = 2; !isFree(free); number += 1) free = `${longer}${suffix.charAt(0)}${number}`;
  return free;
}
