import { basename, resolve } from "node:path";
import { Constants } from "./constants";
import { writeProject } from "./project-files";
import { writeReadme } from "./readme";
import { inOrderOfReferences } from "./references";
import { moduleOf, writeResourceFile } from "./resource-file";
import type { Survey } from "./survey";

/**
 * A project whose program adopts all adoptable objects as they are. It has no token.
 * @param folder The target folder, whose name becomes the project's.
 * @param version The version of this package, on which the project depends.
 * @returns The contents of each file by its path.
 */
export function writeAdoption(survey: Survey, folder: string, version: string): ReadonlyMap<string, string> {
  const { adoptable, omitted, settings } = survey;
  const name = projectName(basename(resolve(folder)));
  const constants = new Constants(adoptable);
  const types = inOrderOfReferences([...new Set(adoptable.map(({ type }) => type))]);
  const files = types.map((type) =>
    writeResourceFile(
      type,
      adoptable.filter((one) => one.type === type),
      constants,
    ),
  );
  const secretKeys = files.flatMap((file) => file.secretKeys);
  const readme = writeReadme({ name, version, adopted: adoptable.length, omitted, secretKeys });
  return new Map([
    ...writeProject({ name, version, settings, modules: types.map(moduleOf) }),
    ...files.map((file) => [file.name, file.text] as const),
    ["README.md", `${readme}\n`] as const,
  ]);
}

/** What Pulumi accepts as the name of a project. */
function projectName(text: string): string {
  return (
    text
      .replace(/[^A-Za-z0-9._-]+/g, "-")
      .slice(0, 100)
      .replace(/^-+|-+$/g, "") || "adopted"
  );
}
