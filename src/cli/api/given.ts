import { imageTypeOf } from "../../client";
import { type Brand, isRecord, type NamedOperation } from "../../contract";
import type { GivenCall } from "./call";
import type { ArgumentOption } from "./options";
import { ValueError, Values } from "./values";

/**
 * The arguments of a call by the contract's names, read from where the command line says: `--body` first, above it what is
 * given one by one, and path parameters without their names in the path's order.
 * @throws ValueError
 */
export async function argumentsGiven(
  { named, given, options, positional }: GivenCall,
  brand: Brand,
  input: AsyncIterable<Uint8Array | string>,
): Promise<Readonly<Record<string, unknown>>> {
  const values = new Values(input);
  const body = given.body ? await values.object("--body", given.body) : {};
  const single: Record<string, unknown> = {};
  const places = byPlace(options, positional);
  for (const option of options) {
    const { argument, flag } = option;
    const named = valueGiven(option, given);
    const placed = places.get(flag);
    if (typeof named === "boolean") single[argument.name] = named;
    else if (named.length + (placed?.length ?? 0) > 0)
      single[argument.name] = await values.read(flag, argument, [...named, ...(placed ?? [])]);
  }
  const written = brand.fromWire(named.operation.body, { ...body, ...single });
  return withContentType(named, isRecord(written) ? written : {});
}

function valueGiven({ options }: ArgumentOption, given: GivenCall["given"]): boolean | readonly string[] {
  const own = given[options[0]?.attributeName() ?? ""];
  if (typeof own === "boolean") return own;
  return Array.isArray(own) ? own.map(String) : [];
}

function byPlace(
  options: readonly ArgumentOption[],
  positional: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const flags = options.filter(({ argument }) => argument.place === "path").map(({ flag }) => flag);
  if (positional.length > flags.length) {
    const takes = flags.length === 0 ? "no values" : `at most ${flags.length} (${flags.join(", ")})`;
    throw new ValueError(
      `there are ${positional.length} values without an argument's name; this operation takes ${takes}.`,
    );
  }
  return new Map(positional.map((value, index) => [flags[index] ?? "", [value]]));
}

/** What sends bytes says of which type they are, which the first of them tell. */
function withContentType(
  { operation }: NamedOperation,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { data, content_type: given } = args;
  if (!operation.sendsBytes || given !== undefined || !(data instanceof Uint8Array)) return args;
  const type = imageTypeOf(data);
  if (type === undefined)
    throw new ValueError(
      "--data is no PNG, JPEG, GIF or WebP by its first bytes: say with --content-type what it is.",
    );
  return { ...args, content_type: type };
}
