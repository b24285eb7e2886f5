/** Words that YAML does not read as text. */
const reserved = /^(true|false|null|yes|no|on|off|y|n)$/;

const maxLength = 100;

/**
 * A name for a project in this folder that Pulumi and npm accept, and that YAML reads as text without quotes: lowercase letters,
 * digits and hyphens, beginning with a letter.
 *
 * @param taken Names of packages that the project depends on: npm does not install a package into one of the same name.
 */
export function projectNameOf(folderName: string, fallback: string, taken: readonly string[]): string {
  const name = folderName
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, maxLength)
    .replace(/-+$/, "");
  if (name === "") return fallback;
  return reserved.test(name) || taken.includes(name) ? `${name}-project` : name;
}
