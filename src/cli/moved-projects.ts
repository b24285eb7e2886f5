import { groupBy } from "../group-by";
import { createsOfMissingFolders } from "../plugin/recorded-creates";
import { shellWord } from "../shell-word";
import type { CreatesElsewhere } from "./describe-creates";

/** Returns an entry for each missing folder in which this machine has recorded unfinished creates of the project's stack. */
export function findMovedProjects(
  ...place: Parameters<typeof createsOfMissingFolders>
): readonly CreatesElsewhere[] {
  const byFolder = groupBy(createsOfMissingFolders(...place), ({ folder }) => folder);
  return [...byFolder].map(([folder, own]) => {
    const names = own.map(({ type, name }) => `${name} (${type})`).join(", ");
    const files = own.map(({ file }) => shellWord(file)).join(" ");
    return {
      found: `${own.length} unresolved, of a stack of this name in ${folder}, which no longer exists: ${names}.`,
      action: `If the project was moved or mounted elsewhere since, move it back and run \`nodecloud recover\` before the next \`up\`. Otherwise, delete ${files}.`,
    };
  });
}
