import { type Argument, allOperations, argumentsOf, type NamedOperation } from "../contract";
import { boundsText } from "./bounds";
import { blocks, code, page, table } from "./markdown";
import { memberTable, typeSection } from "./member-tables";
import { responseText, responseTypes } from "./responses";
import { shapeText } from "./shape-text";
import { SourceFile } from "./source-file";

/** The page of the client: its operations by group, their responses, and its options. */
export function clientPage(): string {
  const options = new SourceFile("client/client-options.ts").interface("ClientOptions");
  const calls = new SourceFile("client/calls.ts");
  const types = ["CallOptions", "Page", "ClientHooks"];
  const groups = [...new Set(allOperations.map(({ group }) => group))];
  return page(
    "# Client",
    clientText,
    "## createClient",
    "`createClient(options: ClientOptions): Client`",
    memberTable(options.members, types),
    ...types.map((type) => typeSection(calls.interface(type), types)),
    ...groups.map(groupSection),
    "## Responses",
    "Fields that are not listed may be present too. A value may be missing or null, although its type says otherwise.",
    ...responseTypes(allOperations),
  );
}

/** The package does not contain the page: editors show the same docs with each operation. */
export const clientPageUrl =
  "https://github.com/pulumi-nodecloud/pulumi-nodecloud/blob/main/docs/reference/client.md";

const clientText = `\`pulumi-nodecloud/client\` calls every operation of the interface: \`client.instances.view({ instanceId: 1 })\`. Arguments and responses have
the contract's names. \`node\` in a path stands for the operator's brand, which the client puts in. A failed call rejects with a
[\`NodecloudError\`](errors.md#nodeclouderror).

A list operation returns one page when it is called: \`client.instances.list({ page: 2 })\`. \`client.instances.list.all()\` iterates over all items, and
\`.pages()\` over all pages.

The types of arrays in arguments are \`readonly\`, which this page omits.

The shell can call the same operations: [\`nodecloud api\`](../api-command.md). \`docs/openapi.json\` in the repository is the interface as an OpenAPI document.`;

function groupSection(group: string): string {
  const members = allOperations.filter((one) => one.group === group);
  return blocks(`## ${group}`, ...members.map(operationSection));
}

function operationSection(named: NamedOperation): string {
  const { name, operation } = named;
  const args = argumentsOf(operation);
  const facts = [code(operation.call), accessText(named), `section ${operation.section}`, resendText(named)];
  return blocks(
    `### ${name}`,
    facts.join(" · "),
    [operation.summary, ...warnings(named)].join(" "),
    args.length === 0
      ? "No arguments."
      : table(["argument", "type", "bounds", "description"], args.map(argumentRow)),
    `Returns ${responseText(operation)}.`,
  );
}

function argumentRow(argument: Argument): readonly string[] {
  const { name, required, nullable, secret, description } = argument;
  const bounds = boundsText(argument);
  return [
    code(`${name}${required ? "" : "?"}`),
    code(`${shapeText(argument.schema)}${nullable ? " | null" : ""}`),
    [bounds, secret ? "secret" : ""].filter(Boolean).join(", "),
    bounds === "" ? description : description.replace(`, ${bounds}`, ""),
  ];
}

function accessText({ operation }: NamedOperation): string {
  const scopes = operation.scopes.map(code).join(" and ");
  if (scopes === "") return "no token";
  return operation.anonymous ? `scope ${scopes}, or no token` : `scope ${scopes}`;
}

/** Whether the client repeats the call when it is unknown whether it was carried out. */
function resendText({ operation }: NamedOperation): string {
  switch (operation.resend) {
    case "always":
      return "safe to repeat";
    case "afterCheck":
      return "repeated only after a check";
    case "never":
      return "never repeated if its result is unknown";
  }
}

function warnings({ operation }: NamedOperation): readonly string[] {
  return [
    ...(operation.beta ? ["Beta: it may change incompatibly (section 9)."] : []),
    ...(operation.deprecated === undefined ? [] : [`Deprecated: replaced by ${operation.deprecated}.`]),
  ];
}
