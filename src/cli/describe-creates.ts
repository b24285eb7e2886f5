/** A create, as messages name it. */
export interface NamedCreate {
  /** The class of the resource. */
  readonly type: string;
  readonly name: string;
}

/** Unfinished creates that the state of a stack does not have but that may belong to it, and what to do about them. */
export interface CreatesElsewhere {
  readonly found: string;
  readonly action: string;
}

/** The maximum number of creates that are listed. */
const maxNames = 5;

/** `web (Instance), db (Instance) and 2 more` */
export function describeCreates(creates: readonly NamedCreate[]): string {
  const names = creates.slice(0, maxNames).map(({ type, name }) => `${name} (${type})`);
  const others = creates.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
