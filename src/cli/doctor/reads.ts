import { type CallOptions, type createClient, type Deadline, NodecloudError } from "../../client";
import type { Settings } from "../../config";
import type { ScopeArea } from "../../contract";
import { messageOf } from "../../unknown";
import { type Check, ok, problem, warning } from "./check";

type Client = ReturnType<typeof createClient>;

interface Read {
  /** The features that do not work without it. */
  readonly neededFor: string;
  readonly call: (client: Client, options: CallOptions) => Promise<unknown>;
}

/** One cheap read for each area of scopes, in the order of the report; null for an area that this package does not use. */
const readsByArea: Readonly<Record<ScopeArea, Read | null>> = {
  nodes: {
    neededFor: "instances and backup schedules",
    call: (client, options) => client.instances.list(undefined, options),
  },
  images: {
    neededFor: "private images",
    call: (client, options) => client.images.list(undefined, options),
  },
  account: {
    neededFor: "OAuth clients and payment methods, and to recognize the account",
    call: (client, options) => client.account.view(undefined, options),
  },
  events: {
    neededFor: "`drift --who` and `drift --watch`",
    call: (client, options) => client.events.list(undefined, options),
  },
  maintenance: null,
};

const reads = Object.entries(readsByArea).flatMap(([area, read]) =>
  read === null ? [] : [{ area, ...read }],
);

/** Undefined if the read worked. */
type Failure = NodecloudError | undefined;

/** Tests what the token can read. Without a token, only tests whether the service responds. */
export async function checkReads(
  client: Client,
  { token, brand }: Pick<Settings, "token" | "brand">,
  deadline: Deadline,
): Promise<readonly Check[]> {
  const options = { deadline };
  const service = await failureOf(() => client.regions.list(undefined, options));
  if (service !== undefined && service.code !== "rate_limited")
    return [problem("service", sentence(service.summary), actionFor(service))];
  const responds = ok("service", "responds.");
  if (token === undefined) return [responds];
  const results = await Promise.all(
    reads.map(async (read) => ({ ...read, failure: await failureOf(() => read.call(client, options)) })),
  );
  if (results.every(({ failure }) => failure?.code === "unauthorized")) {
    return [
      responds,
      problem(
        "scopes",
        "the service rejects the token for every read: it is not valid, or has none of these scopes.",
        `Create a token with ${reads.map(({ area }) => scopeOf(area, brand)).join(", ")} in the operator's console, and set it.`,
      ),
    ];
  }
  return [
    responds,
    ...results.map(({ area, neededFor, failure }) => checkArea(scopeOf(area, brand), neededFor, failure)),
  ];
}

/**
 * Compares the token's account with that of the stack. Returns no check if one of the two is unknown.
 * @param recorded The account that the stack's objects belong to.
 */
export async function checkAccount(
  client: Client,
  recorded: string | undefined,
  deadline: Deadline,
): Promise<readonly Check[]> {
  if (recorded === undefined) return [];
  const { euuid } = await client.account.view(undefined, { deadline }).catch(() => ({ euuid: undefined }));
  if (typeof euuid !== "string" || euuid === "") return [];
  if (euuid === recorded) return [ok("account", `${euuid}, which the stack's objects belong to.`)];
  return [
    problem(
      "account",
      `the token belongs to account ${euuid}, but the stack's objects belong to account ${recorded}.`,
      `Use a token for account ${recorded}, or another stack.`,
    ),
  ];
}

function checkArea(scope: string, neededFor: string, failure: Failure): Check {
  const name = "scope";
  if (failure === undefined) return ok(name, `${scope}: may read.`);
  if (failure.code === "forbidden" || failure.code === "unauthorized") {
    return warning(
      name,
      `${scope}: may not read.`,
      `Needed for ${neededFor}: create a token with this scope.`,
    );
  }
  if (failure.code === "not_found") {
    return problem(
      name,
      `${scope}: ${sentence(failure.summary)}`,
      "Check NODECLOUD_BRAND, the operator's word for `node` in paths.",
    );
  }
  return warning(name, `${scope}: ${sentence(failure.summary)}`, "Run this command again.");
}

function actionFor({ code }: NodecloudError): string {
  return code === "not_found" || code === "unreadable" || code === "rejected"
    ? "Check the address: it ends in /v4."
    : "Check the address and the network. `nodecloud emulator` starts a service on this machine.";
}

async function failureOf(read: () => Promise<unknown>): Promise<Failure> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof NodecloudError) return error;
    throw new Error(`The service could not be read: ${messageOf(error)}`, { cause: error });
  }
}

function scopeOf(area: string, brand: string): string {
  return area === "nodes" ? `${brand}s` : area;
}

function sentence(clause: string): string {
  return clause.endsWith(".") ? clause : `${clause}.`;
}
