import { axiosTransport, createClient, trackServerTime } from "../../client";
import { realClock } from "../../clock";
import { type ResolvedSettings, resolveSettings } from "../../config";
import { type Environment, removeCredentials } from "../../state";
import { messageOf } from "../../unknown";
import { type Check, ok, problem, warning } from "./check";
import { trackLimits } from "./limits";
import type { ProjectReport, ReadableConfiguration } from "./project";
import { checkProxy } from "./proxy";
import { checkAccount, checkReads } from "./reads";

/** How long all reads may take, in milliseconds. */
const timeout = 10_000;
/** In milliseconds. `Date` headers have whole seconds. */
const maxClockDifference = 60_000;

const sourceNames = {
  argument: "the command line",
  environment: "the environment",
  stack: "the stack's configuration",
  default: "default",
} as const;

/** Checks the settings of the connection, and with them the service and the token. Sends GET requests only. */
export async function checkService(
  env: Environment,
  {
    configuration,
    account,
    hasExplicitProviders,
  }: Pick<ProjectReport, "configuration" | "account" | "hasExplicitProviders">,
): Promise<readonly Check[]> {
  if (!env.NODECLOUD_BASE_URL && !configuration?.values.get("nodecloud:baseUrl")?.value) {
    const action =
      "Set NODECLOUD_BASE_URL=https://HOST/v4 and NODECLOUD_TOKEN. `nodecloud emulator` starts a service on this machine.";
    const message = "not set. The resources have explicit providers, whose settings are not checked.";
    return [
      hasExplicitProviders
        ? warning(
            "address",
            message,
            "Lookups need one: `nodecloud config set nodecloud:baseUrl https://HOST/v4`.",
          )
        : problem("address", "not set.", action),
    ];
  }
  let settings: ResolvedSettings;
  try {
    settings = resolveSettings({ env, stack: (key) => configuration?.values.get(key)?.value });
  } catch (error) {
    return [problem("settings", messageOf(error))];
  }
  const { sources } = settings;
  const sourceOf = (name: keyof typeof sources) => `from ${sourceNames[sources[name] ?? "default"]}`;
  const address = ok("address", `${removeCredentials(settings.baseUrl)}, ${sourceOf("baseUrl")}.`);
  const brand = ok(
    "brand",
    sources.brand === "default"
      ? `${settings.brand}, the default.`
      : `${settings.brand}, ${sourceOf("brand")}.`,
  );
  const token = checkToken(settings, configuration, sourceOf("token"));
  try {
    const { transport, serverTime } = trackServerTime(axiosTransport(), realClock);
    const limits = trackLimits(transport, realClock);
    const client = createClient({ ...settings, transport: limits.transport });
    const deadline = { at: realClock.now() + timeout, extend: () => undefined };
    const reads = [
      ...(await checkReads(client, settings, deadline)),
      ...(await checkAccount(client, account, deadline)),
    ];
    const proxy = checkProxy(settings.baseUrl, env, reads);
    return [address, brand, token, ...reads, ...proxy, ...checkClock(serverTime.offset), ...limits.check()];
  } catch (error) {
    return [problem("settings", messageOf(error)), token];
  }
}

function checkToken(
  { token }: ResolvedSettings,
  configuration: ReadableConfiguration | undefined,
  source: string,
): Check {
  if (token !== undefined) return ok("token", `set, ${source}.`);
  if (configuration?.undecrypted.includes("nodecloud:token")) {
    return problem("token", "in the stack's configuration, but not decrypted.", "Set the passphrase first.");
  }
  return problem(
    "token",
    "not set.",
    "Set NODECLOUD_TOKEN, or run `nodecloud config set --secret nodecloud:token`.",
  );
}

/** Returns no check if the service did not respond. */
function checkClock(offset: number | undefined): readonly Check[] {
  if (offset === undefined) return [];
  const seconds = Math.round(Math.abs(offset) / 1000);
  if (Math.abs(offset) <= maxClockDifference)
    return [ok("clock", `within ${seconds + 1} s of the service's.`)];
  return [
    warning(
      "clock",
      `${seconds.toLocaleString("en-US")} s ${offset > 0 ? "behind" : "ahead of"} the service's.`,
      "Correct this machine's clock: it determines the age of objects and events.",
    ),
  ];
}
