import { allOperations, fieldsOf, type NamedOperation } from "../../contract";
import { externalChanges } from "../models/external-changes/external-change";
import { settings } from "../settings";
import { type Modelled, modelled } from "./modelled";

/** The page docs/conformance.md: what of the interface the emulator does, and what it can be set to do instead. */
export function conformancePage(): string {
  return [
    "# What the emulator does of the interface",
    "Made by `npm run generate` from the tables beside the emulator's behaviours; a test fails when it is stale.",
    intro,
    "## Operations",
    operationTable(),
    "## Settings",
    "What the interface leaves open. `nodecloud emulator` starts with the defaults; `PATCH /_emulator/settings` and the option `settings` of `createEmulator` change them. Numbers of seconds can be any from 0.",
    settingTable(),
    "## External changes",
    "`POST /_emulator/external-change` and `control.externalChange()` make changes that no API call made. A change is an object with its `kind` and the fields below. `account`, the number of an account, says where the change is made. Default: in the accounts that have the named object, otherwise in the first one.",
    externalChangeTable(),
    "",
  ].join("\n\n");
}

const intro = [
  "Of all operations alike: paths, scopes, required fields, types and bounds are those of the contract that the client and",
  "[openapi.json](openapi.json) are made of; wrong input is answered with every fault in it, in the form of section 2.15; nothing is changed by a",
  "call that is refused. Lists take `page`, `page_size` and the header `X-Filter`. Every answer is held to the contract in the tests.",
].join("\n");

function operationTable(): string {
  const rows = allOperations.map((named) => {
    const { does, lacks = "" } = modelledOf(named);
    const { call, section } = named.operation;
    return [`\`${named.name}\``, `\`${call}\`${marksOf(named)}`, section, does, lacks];
  });
  return table(["operation", "call", "section", "modelled", "not modelled"], rows);
}

function modelledOf({ name, group }: NamedOperation): Modelled {
  const found = Object.entries(modelled).find(([own]) => own === group)?.[1];
  const entries: [string, Modelled][] = Object.entries(found ?? {});
  return entries.find(([own]) => `${group}.${own}` === name)?.[1] ?? { does: "" };
}

function marksOf({ operation }: NamedOperation): string {
  const marks = [
    ...(operation.beta ? ["beta"] : []),
    ...(operation.deprecated === undefined ? [] : ["deprecated"]),
  ];
  return marks.length > 0 ? ` (${marks.join(", ")})` : "";
}

function settingTable(): string {
  const rows = settings.map((row) => {
    const others = row.values.filter((value) => value !== row.default).map((value) => `\`${value}\``);
    return [`\`${row.name}\``, `\`${row.default}\``, others.join(", ") || "any", row.section, row.doc];
  });
  return table(["setting", "default", "other end", "section", "what it is"], rows);
}

function externalChangeTable(): string {
  const rows = Object.entries(externalChanges).map(([kind, { shape }]) => {
    const fields = fieldsOf(shape).map(({ name, optional }) => `\`${name}\`${optional ? " (optional)" : ""}`);
    return [`\`${kind}\``, fields.join(", ")];
  });
  return table(["kind", "fields"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
