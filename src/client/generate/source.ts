import { fieldsOf, type NamedOperation } from "../../contract";
import { comment } from "../../type-text";
import { NamedShapes } from "./shape";

const notice =
  "// Generated from src/contract by `npm run generate`. Do not edit: change the contract and run it again.\n";

/** The source of `operations.generated.ts`: the client's types. Programs import all of them. */
export function clientSource(operations: readonly NamedOperation[]): string {
  const shapes = new NamedShapes();
  const groups = groupsOf(operations);

  const args = operations.map((one) => argumentsOf(one, shapes)).join("\n");
  const groupTypes = [...groups].map(([group, members]) => groupType(group, members, shapes)).join("\n");
  const client = [...groups].map(
    ([group, members]) =>
      `${comment([`Section ${members[0]?.operation.section} of the interface.`], "  ")}  readonly ${group}: ${pascal(group)}Client;\n`,
  );
  const used = usedIn(groupTypes, ["CallOptions", "List", "ListWithin"]);
  return `${notice}import type { ${used.join(", ")} } from "./calls";

/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

${shapes.source}
${args}
${groupTypes}
${comment(["The operations of the service, by group and name. Calls reject with NodecloudError only."], "")}export interface Client {
${client.join("")}}
`;
}

/** The source of `bind-operations.generated.ts`: the function that creates the client's methods, which no program imports. */
export function bindingSource(operations: readonly NamedOperation[]): string {
  const shapes = new NamedShapes();
  const bound = [...groupsOf(operations)]
    .map(
      ([group, members]) =>
        `    ${group}: {\n${members.map((one) => `      ${shortName(one)}: ${bindingOf(one, shapes)},\n`).join("")}    },\n`,
    )
    .join("");
  const names = [...shapes.names, ...operations.flatMap((one) => [argumentsName(one), pathName(one)])];
  return `${notice}import type { Binder } from "./calls";
import type { ${[...usedIn(bound, names), "Client"].sort().join(", ")} } from "./operations.generated";

/** Creates the client's methods. */
export function bindOperations(binder: Binder): Client {
  return {
${bound}  };
}
`;
}

function groupsOf(operations: readonly NamedOperation[]): ReadonlyMap<string, readonly NamedOperation[]> {
  const groups = new Map<string, NamedOperation[]>();
  for (const one of operations) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return groups;
}

/** The names that occur in a source. */
function usedIn(source: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
}

function groupType(group: string, members: readonly NamedOperation[], shapes: NamedShapes): string {
  return `export interface ${pascal(group)}Client {\n${members.map((one) => methodOf(one, shapes)).join("")}}\n`;
}

function methodOf(one: NamedOperation, shapes: NamedShapes): string {
  const { operation } = one;
  const doc = comment([operation.summary, `\`${operation.call}\`, ${needs(one)}`, ...warningsOf(one)], "  ");
  const name = shortName(one);
  if (operation.paged) return `${doc}  readonly ${name}: ${listType(one, shapes)};\n`;
  const optional = isOptional(one) ? "?" : "";
  return `${doc}  ${name}(args${optional}: ${argumentsName(one)}, options?: CallOptions): Promise<${responseType(one, shapes)}>;\n`;
}

function warningsOf({ operation }: NamedOperation): string[] {
  return [
    ...(operation.beta ? ["Beta: it may change incompatibly (section 9)."] : []),
    ...(operation.deprecated === undefined ? [] : [`@deprecated Replaced by ${operation.deprecated}.`]),
  ];
}

function needs({ operation }: NamedOperation): string {
  const scopes = operation.scopes.map((scope) => `\`${scope}\``).join(" and ");
  const section = `section ${operation.section}.`;
  if (!scopes) return `no token, ${section}`;
  return operation.anonymous ? `scope ${scopes} or no token, ${section}` : `scope ${scopes}, ${section}`;
}

function bindingOf(one: NamedOperation, shapes: NamedShapes): string {
  const { operation } = one;
  const name = JSON.stringify(one.name);
  const item = responseType(one, shapes);
  if (!operation.paged) return `binder.call<${argumentsName(one)}, ${item}>(${name})`;
  return hasPath(one)
    ? `binder.listWithin<${pathName(one)}, ${argumentsName(one)}, ${item}>(${name})`
    : `binder.list<${argumentsName(one)}, ${item}>(${name})`;
}

function listType(one: NamedOperation, shapes: NamedShapes): string {
  const item = responseType(one, shapes);
  return hasPath(one)
    ? `ListWithin<${pathName(one)}, ${argumentsName(one)}, ${item}>`
    : `List<${argumentsName(one)}, ${item}>`;
}

function responseType({ operation }: NamedOperation, shapes: NamedShapes): string {
  return fieldsOf(operation.response).length === 0
    ? "Record<string, never>"
    : shapes.typeOf(operation.response, "response", "  ");
}

function argumentsOf(one: NamedOperation, shapes: NamedShapes): string {
  const { path, query, body } = one.operation;
  const write = (...parts: (typeof path)[]) =>
    parts.map((part) => shapes.members(part, "argument", "  ")).join("");
  const within =
    one.operation.paged && hasPath(one)
      ? `${comment([`The object whose pages \`${one.name}\` lists.`], "")}export interface ${pathName(one)} {\n${write(path)}}\n\n`
      : "";
  const inner = write(path, query, body);
  const doc = comment([`Arguments of \`${one.name}\`.`], "");
  return inner
    ? `${within}${doc}export interface ${argumentsName(one)} {\n${inner}}\n`
    : `${doc}export type ${argumentsName(one)} = Record<string, never>;\n`;
}

function isOptional({ operation }: NamedOperation): boolean {
  return [operation.path, operation.query, operation.body].every((part) =>
    fieldsOf(part).every((field) => field.optional),
  );
}

const hasPath = ({ operation }: NamedOperation) => fieldsOf(operation.path).length > 0;
const shortName = (one: NamedOperation) => one.name.slice(one.group.length + 1);
const argumentsName = (one: NamedOperation) => `${pascal(one.group)}${pascal(shortName(one))}Args`;
const pathName = (one: NamedOperation) => `${pascal(one.group)}${pascal(shortName(one))}Path`;
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
