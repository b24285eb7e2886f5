import type { ClientOptions } from "./client-options";
import { NodecloudError } from "./error";

const names = ["connectTimeout", "responseTimeout", "pageSize", "maxListItems", "listTimeout"] as const;

/** @throws NodecloudError `configuration` for an option that is not a number above 0, such as NaN. */
export function checkNumbers(options: ClientOptions): void {
  for (const name of names) {
    const value: unknown = options[name] ?? 1;
    const isWhole = name === "pageSize";
    if (typeof value === "number" && value > 0 && (!isWhole || Number.isInteger(value))) continue;
    throw new NodecloudError({
      code: "configuration",
      message: `${name}: it must be a ${isWhole ? "whole number" : "number"} above 0, so no client was created. Set it to such a number, or leave it out for the default.`,
    });
  }
}
