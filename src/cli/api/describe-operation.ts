import type { Brand, NamedOperation } from "../../contract";
import { kebabCase } from "./names";

/** One line for the list of a group's operations. */
export function summaryOf({ operation }: NamedOperation): string {
  const marks = [...(operation.beta ? ["beta"] : []), ...(operation.deprecated ? ["deprecated"] : [])];
  return operation.summary + (marks.length > 0 ? ` [${marks.join(", ")}]` : "");
}

/** The first lines of an operation's help. */
export function descriptionOf({ operation }: NamedOperation, brand: Brand): string {
  const [method = "", path = ""] = operation.call.split(" ");
  const scopes = operation.scopes.map(brand.scope).join(" and ");
  const access = scopes === "" ? "no token" : `scope ${scopes}${operation.anonymous ? ", or no token" : ""}`;
  return [
    operation.summary,
    `${method} ${brand.path(path)} (section ${operation.section}; ${access})`,
    ...(operation.beta ? ["Beta: part of v4beta, and may change incompatibly."] : []),
    ...(operation.deprecated ? [`Deprecated: use ${replacementOf(operation.deprecated)} instead.`] : []),
  ].join("\n");
}

/** The replacement of a deprecated operation: the command of another operation, or the interface's own words. */
export function replacementOf(deprecated: string): string {
  const [group = "", operation] = deprecated.split(".");
  return operation === undefined
    ? deprecated
    : `\`nodecloud api ${kebabCase(group)} ${kebabCase(operation)}\``;
}
