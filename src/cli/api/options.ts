import { Option } from "commander";
import { type Argument, argumentsOf, type Brand, fieldsOf, type Operation, outlineOf } from "../../contract";
import { collect, parseCount, parsePath } from "../flags/value-parsers";
import { returnsUploadAddress } from "./image-data";
import { kebabCase } from "./names";

/** Options that are not arguments of the operation. Each operation offers those that apply to it. */
export interface CallSettings {
  readonly json?: true;
  readonly table?: true;
  readonly columns?: string;
  readonly limit?: number;
  readonly output?: string;
  readonly file?: string;
  readonly body?: readonly string[];
  readonly dryRun?: true;
  readonly account?: string;
  readonly baseUrl?: string;
  readonly brand?: string;
  readonly stack?: string;
  readonly cwd?: string;
}

/** An argument of the operation and the options that set it. */
export interface ArgumentOption {
  readonly argument: Argument;
  /** `--root-pass` */
  readonly flag: string;
  readonly required: boolean;
  /** Two for a boolean: `--booted` and `--no-booted`. */
  readonly options: readonly Option[];
}

export function argumentOptions(operation: Operation, brand: Brand): readonly ArgumentOption[] {
  return argumentsOf(operation).map((argument) => {
    const flag = `--${kebabCase(wireName(argument, brand))}`;
    const isDetected = operation.sendsBytes === true && argument.name === "content_type";
    const required = argument.required && !isDetected;
    const description =
      describeArgument(argument, required, brand) +
      (isDetected ? " (default: detected from the first bytes)" : "");
    const options =
      argument.form === "boolean" && !argument.repeated
        ? [new Option(flag, description), new Option(`--no-${flag.slice(2)}`, `Same as ${flag}=false.`)]
        : [
            new Option(`${flag} <${placeholder(argument)}>`, description)
              // For completion. The contract checks the value, which may be @FILE.
              .choices(argument.choices)
              .argParser(collect),
          ];
    for (const option of options) option.helpGroup("Arguments:");
    return { argument, flag, required, options };
  });
}

/** A field's name in JSON, with the brand's word where it contains that. */
export function wireName({ name, meta }: Pick<Argument, "name" | "meta">, brand: Brand): string {
  return meta.brandedName ? brand.field(name) : name;
}

export function settingsOptions(operation: Operation): readonly Option[] {
  const hasBody = !operation.sendsBytes && fieldsOf(operation.body).length > 0;
  const offered = [
    ...(hasBody
      ? [
          new Option(
            "--body <json>",
            "The whole request body as JSON; other arguments override its fields",
          ).argParser(collect),
        ]
      : []),
    ...(operation.returnsBytes
      ? [new Option("--output <file>", "File to write the bytes to; - for standard output")]
      : [
          new Option("--json", "Print JSON (default unless on a terminal)").conflicts("table"),
          new Option("--table", "Print a table (default on a terminal)"),
          new Option(
            "--columns <names>",
            "Columns of the table, separated by commas; nested ones as outer.inner",
          ).conflicts("json"),
        ]),
    ...(operation.paged
      ? [new Option("--limit <count>", "Maximum number of items to print").argParser(parseCount)]
      : []),
    ...(returnsUploadAddress(operation)
      ? [new Option("--file <path>", "Disk image to upload; compressed with gzip unless it already is")]
      : []),
    new Option("--dry-run", "Print the request without its secrets, and send nothing"),
    new Option("--account <euuid>", "Send the call only if the token belongs to this account"),
    new Option(
      "--base-url <address>",
      "Address of the service, https://HOST/v4 (default: NODECLOUD_BASE_URL)",
    ),
    new Option("--brand <word>", "The operator's word for `node` (default: NODECLOUD_BRAND)"),
    new Option(
      "-s, --stack <name>",
      "Stack whose configuration supplies settings that the environment lacks",
    ),
    new Option("-C, --cwd <folder>", "Folder of the stack's project").argParser(parsePath),
  ];
  for (const option of offered) option.helpGroup("Options:");
  return offered;
}

const placeholders = {
  text: "text",
  integer: "integer",
  number: "number",
  boolean: "bool",
  bytes: "@file",
  json: "json",
} as const;

function placeholder({ form, repeated }: Argument): string {
  return placeholders[form] + (repeated ? "..." : "");
}

function describeArgument(argument: Argument, required: boolean, brand: Brand): string {
  const { description, bounds, choices, secret, form, repeated, schema } = argument;
  const outline = form === "json" ? outlineOf(schema, brand) : "json";
  const marks = [
    ...(required ? ["required"] : []),
    ...(choices.length > 0 ? [`one of ${choices.join(", ")}`] : []),
    ...(bounds && !description.includes(bounds) ? [bounds] : []),
    ...(repeated ? ["repeatable"] : []),
    ...(secret ? ["secret: use @FILE or @-"] : []),
  ];
  return [
    description,
    ...(marks.length > 0 ? [`(${marks.join("; ")})`] : []),
    ...(outline === "json" ? [] : [outline]),
  ].join(" ");
}
