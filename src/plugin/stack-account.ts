import { isRecord } from "../unknown";

const ownType = "pulumi-nodejs:dynamic/nodecloud:";

/**
 * The account that the objects of a stack belong to. A plugin that knows it recognizes the token of another account before its first create.
 * Undefined if the state records none, or several. Resources with an explicit provider do not count, because they may use another token.
 * @param resources The resources of the state: as JSON, or as the engine reads them.
 */
export function stackAccount(resources: readonly unknown[]): string | undefined {
  const accounts = new Set(resources.filter(isRecord).flatMap(accountOf));
  const [account] = accounts;
  return accounts.size === 1 ? account : undefined;
}

function accountOf({
  type,
  provider,
  external,
  outputs,
}: Readonly<Record<string, unknown>>): readonly string[] {
  const isOwn = typeof type === "string" && type.startsWith(ownType) && external !== true;
  const isOfDefaultProvider = typeof provider === "string" && provider.includes(":pulumi-nodejs::default::");
  if (!isOwn || !isOfDefaultProvider || !isRecord(outputs) || !isRecord(outputs.identity)) return [];
  const { account } = outputs.identity;
  return typeof account === "string" ? [account] : [];
}
