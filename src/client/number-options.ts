import type { ClientOptions } from "./client-options";
import { NodecloudError } from "./error";
import { defaultListTimeout, defaultMaxListItems } from "./list-bounds";

const defaults = {
  connectTimeout: 10_000,
  responseTimeout: 60_000,
  pageSize: 500,
  maxListItems: defaultMaxListItems,
  listTimeout: defaultListTimeout,
};

/**
 * The numeric options of a client, with their defaults.
 * @throws NodecloudError `configuration` for a value that is not a number above 0, such as NaN.
 */
export function numbersOf(options: ClientOptions): typeof defaults {
  return {
    connectTimeout: numberOf("connectTimeout", options),
    responseTimeout: numberOf("responseTimeout", options),
    pageSize: numberOf("pageSize", options),
    maxListItems: numberOf("maxListItems", options),
    listTimeout: numberOf("listTimeout", options),
  };
}

function numberOf(name: keyof typeof defaults, options: ClientOptions): number {
  const value: unknown = options[name] ?? defaults[name];
  const isWhole = name === "pageSize";
  if (typeof value === "number" && value > 0 && (!isWhole || Number.isInteger(value))) return value;
  throw new NodecloudError({
    code: "configuration",
    message: `${name}: it must be a ${isWhole ? "whole number" : "number"} above 0, so nothing was sent. Set it to such a number, or leave it out for the default, ${defaults[name]}.`,
  });
}
