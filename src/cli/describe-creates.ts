/** A create, as messages name it. */
export interface NamedCreate {
  /** The class of the resource. */
  readonly type: string;
  readonly name: string;
}

/** The maximum number of creates that are listed. */
const maxNames = 5;

/** `web (Instance), db (Instance) and 2 more` */
export function describeCreates(creates: readonly NamedCreate[]): string {
  const names = creates.slice(0, maxNames).map(({ type, name }) => `${name} (${type})`);
  const others = creates.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
