const prefix = "unresolved-";

/** The id of a resource in the state whose create has an unknown result, so that the service's id is not known. */
export function unresolvedId(suffix: string): string {
  return `${prefix}${suffix}`;
}

export function isUnresolvedId(id: string): boolean {
  return id.startsWith(prefix);
}
