/** The sections of a page by heading, each up to the next heading of any level. */
export function sectionsOf(page: string): ReadonlyMap<string, string> {
  const [, ...sections] = page.split(/^#+ /m);
  return new Map(sections.map((section) => [section.slice(0, section.indexOf("\n")), section]));
}
