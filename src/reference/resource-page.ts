import { exampleSection } from "./example";
import { blocks, code, kebabCase, page, table } from "./markdown";
import { typeCell, typeLink, typeSection } from "./member-tables";
import { argumentSections, argumentTable, readArguments, shapesOfMembers } from "./resource-arguments";
import type { ResourceFacts } from "./resources";
import { SourceFile } from "./source-file";

/** The page of a resource class. */
export function resourcePage(name: string, resource: ResourceFacts): string {
  const stem = kebabCase(name);
  const inputs = new SourceFile(`resources/${stem}.inputs.ts`);
  const source = new SourceFile(`resources/${stem}.ts`);
  const args = readArguments(name, inputs, resource);
  const outputTypes = source.interfaces.filter((type) => type.name !== `${name}Class`);
  const types = [...inputs.interfaces, ...outputTypes]
    .map((type) => type.name)
    .concat([...source.aliases.keys()]);
  const partTypes = inputs.interfaces.filter((type) => type.name !== `${name}Inputs`);
  return page(
    `# ${name}`,
    classDescription(name),
    exampleSection(stem),
    "## Arguments",
    inputs
      .interface(`${name}Inputs`)
      .description.replace(/^The arguments of an? `\w+`, as known values\. /, ""),
    "Each argument, and each part of one, may be an output.",
    argumentTable(args),
    ...argumentSections(args),
    ...partTypes.map((type) => typeSection(type, types, shapesOfMembers(type.name, args))),
    "## Outputs",
    outputsText(resource, source.stringsIn("declaration", "outputs")),
    outputTable(name, source, types),
    ...outputTypes.map((type) => typeSection(type, types)),
    ...[...source.aliases].map(([alias, type]) => aliasSection(alias, type.getText(), source)),
    "## Reading an existing one",
    ...source
      .class(name)
      .statics.map(({ signature, description }) => blocks(code(`${name}.${signature}`), description)),
  );
}

/** The documentation of a class: that of the constant under which it is exported. */
export function classDescription(name: string): string {
  return new SourceFile(`resources/${kebabCase(name)}.ts`).descriptionOf(`Public${name}`);
}

function outputsText({ keptSecrets = [] }: ResourceFacts, outputs: ReadonlyMap<string, string>): string {
  const secrets = keptSecrets
    .filter((name) => outputs.has(name))
    .map(code)
    .join(", ");
  return [
    `Besides \`id\` and \`urn\`. ${secrets ? `Secret: ${secrets}.` : "None is secret."}`,
    "In the preview of an update, the outputs that are marked as known keep their values, unless the program changes them.",
  ].join(" ");
}

function outputTable(name: string, source: SourceFile, types: readonly string[]): string {
  const kinds = source.stringsIn("declaration", "outputs");
  const isKnown = (output: string) => ["id", "numeric id", "stable"].includes(kinds.get(output) ?? "");
  return table(
    ["output", "type", "in previews", "description"],
    source
      .class(name)
      .properties.map((output) => [
        code(output.name),
        typeCell(output.type, types),
        isKnown(output.name) ? "known" : "unknown",
        output.description,
      ]),
  );
}

/** `Required<InstanceAlertsInputs>`: the same members, all of which have a value. */
function aliasSection(alias: string, text: string, source: SourceFile): string {
  const [, type = text] = /^Required<(\w+)>$/.exec(text) ?? [];
  return blocks(
    `### Type ${alias}`,
    source.descriptionOf(alias),
    `The members of ${typeLink(type)}. Each has a value.`,
  );
}
