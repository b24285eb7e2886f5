import type { ServiceError } from "@grpc/grpc-js";
import type { PropertyMap } from "../../state";
import type { InitializationFailure } from "../core";
import { createResponseLost, type Effect, pluginEnded } from "../core/plugin-ended";
import { withOwnCommands } from "./own-commands";
import { readStruct } from "./properties";
import type { Sdk } from "./sdk";

interface FailedInitialization extends Pick<InitializationFailure, "reasons"> {
  readonly id: string;
  readonly outputs: PropertyMap;
}

/** The error of a failed call. */
export function pluginErrorOf(cause: ServiceError, sdk: Sdk, effect: Effect): Error {
  const { UNAVAILABLE, UNKNOWN } = sdk.grpc.status;
  if (cause.code === UNAVAILABLE) return pluginEnded(effect);
  // The SDK reports each error of a create as UNKNOWN. gRPC itself has other codes, such as that of a response that is too large.
  if (effect === "create" && cause.code !== UNKNOWN) return createResponseLost(cause.details);
  return new PluginError(cause, sdk);
}

/** An error of the plugin: its message and, if the object exists, its failed initialization. */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly initialization: FailedInitialization | undefined;

  constructor(cause: ServiceError, sdk: Sdk) {
    super(withOwnCommands(cause.details || cause.message));
    this.initialization = failedInitialization(cause, sdk);
  }
}

function failedInitialization(cause: ServiceError, sdk: Sdk): FailedInitialization | undefined {
  const packed = cause.metadata?.get("grpc-status-details-bin")[0];
  if (!Buffer.isBuffer(packed)) return undefined;
  for (const detail of sdk.status.Status.deserializeBinary(packed).getDetailsList()) {
    if (detail.getTypeName() !== "pulumirpc.ErrorResourceInitFailed") continue;
    const failed = sdk.provider.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
    return {
      id: failed.getId(),
      outputs: readStruct(failed.getProperties()),
      reasons: failed.getReasonsList().map(withOwnCommands),
    };
  }
  return undefined;
}
