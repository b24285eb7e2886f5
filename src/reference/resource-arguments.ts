import { type Argument, argumentsIn, camelCase, itemOf } from "../contract";
import { type ArgumentFacts, argumentFacts } from "./argument-facts";
import { anchor, blocks, code, kebabCase, table } from "./markdown";
import { fieldOf, type ResourceFacts, requirementsOf } from "./resources";
import { type Member, SourceFile } from "./source-file";

/** An argument of a resource class. */
export interface ResourceArgument {
  readonly member: Member;
  readonly facts: ArgumentFacts;
  readonly shape: Argument | undefined;
  readonly isSecret: boolean;
}

/** The arguments that programs can declare, in the order of their documentation. */
export function readArguments(
  name: string,
  inputs: SourceFile,
  resource: ResourceFacts,
): readonly ResourceArgument[] {
  const common = new SourceFile("common-inputs.ts").interface("CommonInputs").members;
  const own = inputs.interface(`${name}Inputs`).members;
  const inherited = common.filter((member) => own.every((other) => other.name !== member.name));
  const shapes = new Map(argumentsIn(resource.body, "body").map((shape) => [camelCase(shape.name), shape]));
  const requirements = requirementsOf(resource);
  const files = fileArguments(name);
  const types = inputs.interfaces.map((type) => type.name);
  return [...own, ...inherited]
    .filter((member) => fieldOf(resource, member.name).computedFrom === undefined)
    .map((declared) => {
      const shape = shapes.get(declared.name);
      const member =
        declared.name === "timeouts" ? timeoutsMember(declared, resource) : withFileType(declared, files);
      const field = fieldOf(resource, member.name);
      const facts = argumentFacts({
        ...{ member, shape, types, field, kind: resource.kind },
        hash: resource.fields[`${member.name}Hash`],
        requirement: requirements.get(member.name) ?? "",
      });
      return { member, facts, shape, isSecret: field.secret === true };
    });
}

export function argumentTable(all: readonly ResourceArgument[]): string {
  return table(
    ["argument", "a change", "secret", "type"],
    all.map(({ member: { name, type }, facts, isSecret }) => [
      `[${code(name)}](#${anchor(name)})`,
      facts.effect,
      isSecret ? "yes" : "no",
      code(type.startsWith("{") ? "object" : type),
    ]),
  );
}

export function argumentSections(all: readonly ResourceArgument[]): readonly string[] {
  return all.map(({ member, facts }) =>
    blocks(`### ${member.name}`, facts.facts.join(" · "), facts.description),
  );
}

/** The shapes of a type's members: those of the argument that has the type. */
export function shapesOfMembers(type: string, all: readonly ResourceArgument[]): readonly Argument[] {
  const shape = all.find(({ member }) => new RegExp(`\\b${type}\\b`).test(member.type))?.shape?.schema;
  return shape ? argumentsIn(itemOf(shape) ?? shape, "body") : [];
}

/** The arguments that may be a file asset, as the type of the arguments names them. */
function fileArguments(name: string): ReadonlySet<string> {
  const alias = new SourceFile(`resources/${kebabCase(name)}.inputs.ts`).aliases.get(`${name}Args`);
  const [, file] = /ArgsOf<\w+, "(\w+)">/.exec(alias?.getText() ?? "") ?? [];
  return new Set(file === undefined ? [] : [file]);
}

function withFileType(member: Member, files: ReadonlySet<string>): Member {
  return files.has(member.name) ? { ...member, type: `${member.type} | pulumi.asset.FileAsset` } : member;
}

/** The resources have different timeouts, and share their documentation. */
function timeoutsMember(member: Member, { timeouts }: ResourceFacts): Member {
  const { description, members } = new SourceFile("common-inputs.ts").interface("Timeouts");
  const parts = members.map(({ name, type }) => `${name}?: ${type}`).join("; ");
  const own = Object.entries(timeouts).map(([operation, timeout]) => `${code(timeout)} to ${operation}`);
  return {
    ...member,
    type: `{ ${parts} }`,
    description: description.replace(/\.$/, `; without it ${own.join(", ")}.`),
  };
}
