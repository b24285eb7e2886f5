import { ProviderEndedError } from "./provider-port";

/** The effect of a plugin call on the service. */
export type Effect = "create" | "change" | "none";

/** The error of a call during which the plugin of dynamic resources ended. */
export function pluginEnded(effect: Effect): ProviderEndedError {
  return new ProviderEndedError(`the plugin of dynamic resources ended during this call${outcomes[effect]}`);
}

/** The error of a create whose response did not arrive, although the plugin may still run. */
export function createResponseLost(reason: string): ProviderEndedError {
  return new ProviderEndedError(`the response to the create was lost (${reason})${outcomes.create}`);
}

const outcomes: Readonly<Record<Effect, string>> = {
  create:
    ". Whether the service carried it out is unknown, so it stays in the state as a pending operation. The next `up` on this machine, or `nodecloud recover` on any, finds out what was created",
  change: ". Whether the service carried it out is unknown. Run `refresh` before the next `up`",
  none: ", which changes nothing",
};
