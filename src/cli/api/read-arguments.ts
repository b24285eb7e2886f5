import { imageTypeOf } from "../../client";
import type { Brand, NamedOperation } from "../../contract";
import { isRecord } from "../../unknown";
import type { ApiCall } from "./api-call";
import type { ArgumentOption } from "./options";
import { ValueError, ValueReader } from "./value-reader";

/**
 * The arguments of a call under the contract's names. Single arguments override the fields of `--body`; path parameters without
 * a name are taken in the order of the path.
 * @throws ValueError
 */
export async function readArguments(
  { named, values, options, positional }: ApiCall,
  brand: Brand,
  input: AsyncIterable<Uint8Array | string>,
): Promise<Readonly<Record<string, unknown>>> {
  const reader = new ValueReader(input);
  const body = values.body ? await reader.readObject("--body", values.body) : {};
  const single: Record<string, unknown> = {};
  const byPosition = positionalByFlag(options, positional);
  for (const option of options) {
    const { argument, flag } = option;
    const byName = givenValue(option, values);
    const atPosition = byPosition.get(flag);
    if (typeof byName === "boolean") single[argument.name] = byName;
    else if (byName.length + (atPosition?.length ?? 0) > 0)
      single[argument.name] = await reader.read(flag, argument, [...byName, ...(atPosition ?? [])]);
  }
  const args = brand.fromWire(named.operation.body, { ...body, ...single });
  return withContentType(named, isRecord(args) ? args : {});
}

function givenValue({ options }: ArgumentOption, values: ApiCall["values"]): boolean | readonly string[] {
  const value = values[options[0]?.attributeName() ?? ""];
  if (typeof value === "boolean") return value;
  return Array.isArray(value) ? value.map(String) : [];
}

function positionalByFlag(
  options: readonly ArgumentOption[],
  positional: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const flags = options.filter(({ argument }) => argument.place === "path").map(({ flag }) => flag);
  if (positional.length > flags.length) {
    const expected = flags.length === 0 ? "none" : `at most ${flags.length} (${flags.join(", ")})`;
    throw new ValueError(
      `Too many values without an argument's name: ${positional.length}. This operation takes ${expected}.`,
    );
  }
  return new Map(positional.map((value, index) => [flags[index] ?? "", [value]]));
}

/** Adds the content type of a picture, detected from its first bytes. */
function withContentType(
  { operation }: NamedOperation,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { data, content_type: given } = args;
  if (!operation.sendsBytes || given !== undefined || !(data instanceof Uint8Array)) return args;
  const type = imageTypeOf(data);
  if (type === undefined)
    throw new ValueError(
      "The first bytes of --data are not those of a PNG, JPEG, GIF or WebP file. Specify its type with --content-type.",
    );
  return { ...args, content_type: type };
}
