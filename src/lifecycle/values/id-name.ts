import { camelCase } from "../../contract";

/** The output that holds the id, for arguments of other resources: `instanceId`. */
export function idName({ kind, idName: own }: { readonly kind: string; readonly idName?: string }): string {
  return own ?? `${camelCase(kind.replaceAll(" ", "_"))}Id`;
}
