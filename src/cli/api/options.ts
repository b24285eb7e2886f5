import { Option } from "commander";
import { type Argument, argumentsOf, type Brand, fieldsOf, type Operation, outlineOf } from "../../contract";
import { atLeastOne } from "../arguments";
import { awaitsImageData } from "./image-data";
import { kebabCase } from "./names";

/** Options that are no arguments of the operation. They are offered where they mean something. */
export interface CallSettings {
  readonly json?: true;
  readonly table?: true;
  readonly columns?: string;
  readonly limit?: number;
  readonly output?: string;
  readonly file?: string;
  readonly body?: readonly string[];
  readonly dryRun?: true;
  readonly baseUrl?: string;
  readonly brand?: string;
  readonly stack?: string;
  readonly cwd?: string;
}

/** An argument of the operation and the option that it is given by. */
export interface ArgumentOption {
  readonly argument: Argument;
  /** `--root-pass` */
  readonly flag: string;
  readonly required: boolean;
  readonly options: readonly Option[];
}

export function argumentOptions(operation: Operation, brand: Brand): readonly ArgumentOption[] {
  return argumentsOf(operation).map((argument) => {
    const flag = `--${kebabCase(wireName(argument, brand))}`;
    // The first bytes say of which type they are.
    const canBeTold = operation.sendsBytes === true && argument.name === "content_type";
    const required = argument.required && !canBeTold;
    const about = aboutOf(argument, required, brand) + (canBeTold ? " (default: by the first bytes)" : "");
    const options =
      argument.form === "boolean" && !argument.repeated
        ? [new Option(flag, about), new Option(`--no-${flag.slice(2)}`, `As ${flag}=false.`)]
        : [new Option(`${flag} <${valueName(argument)}>`, about).argParser(gather)];
    for (const option of options) option.helpGroup("Arguments:");
    return { argument, flag, required, options };
  });
}

export function wireName({ name, meta }: Pick<Argument, "name" | "meta">, brand: Brand): string {
  return meta.brandedName ? brand.field(name) : name;
}

/** Every option is gathered, so that one which is given twice can be told from one given once. */
export function gather(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

export function settingsOptions(operation: Operation): readonly Option[] {
  const hasBody = !operation.sendsBytes && fieldsOf(operation.body).length > 0;
  const offered = [
    ...(hasBody
      ? [
          new Option(
            "--body <json>",
            "the whole body as the service takes it; other arguments go above it",
          ).argParser(gather),
        ]
      : []),
    ...(operation.answersBytes
      ? [new Option("--output <file>", "write the bytes to a file; -: to the output")]
      : [
          new Option("--json", "print JSON (default where the output is no terminal)").conflicts("table"),
          new Option("--table", "print a table (default on a terminal)"),
          new Option(
            "--columns <names>",
            "the table's columns, with commas between them; dots go deeper",
          ).conflicts("json"),
        ]),
    ...(operation.paged
      ? [new Option("--limit <count>", "end after so many items").argParser(atLeastOne)]
      : []),
    ...(awaitsImageData(operation)
      ? [new Option("--file <path>", "send this disk image's data as well, compressed where it is not")]
      : []),
    new Option("--dry-run", "print the request, without its secrets, and send nothing"),
    new Option("--base-url <address>", "the service's address, https://HOST/v4 (else NODECLOUD_BASE_URL)"),
    new Option("--brand <word>", "what the operator writes for `node` (else NODECLOUD_BRAND)"),
    new Option("-s, --stack <name>", "take what the environment lacks from this stack's configuration"),
    new Option("-C, --cwd <folder>", "the stack's project"),
  ];
  for (const option of offered) option.helpGroup("Options:");
  return offered;
}

const valueNames = {
  text: "text",
  integer: "integer",
  number: "number",
  boolean: "bool",
  bytes: "@file",
  json: "json",
} as const;

function valueName({ form, repeated }: Argument): string {
  return valueNames[form] + (repeated ? "..." : "");
}

function aboutOf(argument: Argument, required: boolean, brand: Brand): string {
  const { description, bounds, choices, secret, form, repeated, schema } = argument;
  const outline = form === "json" ? outlineOf(schema, brand) : "json";
  const marks = [
    ...(required ? ["required"] : []),
    ...(choices.length > 0 ? [`one of ${choices.join(", ")}`] : []),
    ...(bounds && !description.includes(bounds) ? [bounds] : []),
    ...(repeated ? ["can be given again"] : []),
    ...(secret ? ["secret: best as @FILE or @-"] : []),
  ];
  return [
    description,
    ...(marks.length > 0 ? [`(${marks.join("; ")})`] : []),
    ...(outline === "json" ? [] : [outline]),
  ].join(" ");
}
