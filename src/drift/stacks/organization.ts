/** The organization of all stacks of a backend without organizations. */
export const onlyOrganization = "organization";

/** `dev` and `acme/dev` may be one stack. */
export function isSameStack(one: string, other: string): boolean {
  const organizations = new Set([one, other].flatMap((name) => organizationIn(name) ?? []));
  return one.split("/").at(-1) === other.split("/").at(-1) && organizations.size < 2;
}

/** Undefined if the name contains none. */
export function organizationIn(name: string): string | undefined {
  const [organization, ...rest] = name.split("/");
  return rest.length > 0 ? organization : undefined;
}
