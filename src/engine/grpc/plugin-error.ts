import type { ServiceError } from "@grpc/grpc-js";
import type { PropertyMap } from "../../state";
import type { InitialisationFailure } from "../core";
import { readStruct } from "./properties";
import type { Sdk } from "./sdk";

interface FailedInitialisation extends Pick<InitialisationFailure, "reasons"> {
  readonly id: string;
  readonly outputs: PropertyMap;
}

/** An error of the plugin: its message and, if the object exists, its failed initialisation (engine.md 3). */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly initialisation: FailedInitialisation | undefined;

  constructor(cause: ServiceError, sdk: Sdk) {
    super(
      cause.code === sdk.grpc.status.UNAVAILABLE
        ? "the plugin of dynamic resources ended during this call. Whether the service carried it out is unknown. Check at the service before the next `up`"
        : cause.details || cause.message,
    );
    this.initialisation = failedInitialisation(cause, sdk);
  }
}

function failedInitialisation(cause: ServiceError, sdk: Sdk): FailedInitialisation | undefined {
  const packed = cause.metadata?.get("grpc-status-details-bin")[0];
  if (!Buffer.isBuffer(packed)) return undefined;
  for (const detail of sdk.status.Status.deserializeBinary(packed).getDetailsList()) {
    if (detail.getTypeName() !== "pulumirpc.ErrorResourceInitFailed") continue;
    const failed = sdk.provider.ErrorResourceInitFailed.deserializeBinary(detail.getValue_asU8());
    return {
      id: failed.getId(),
      outputs: readStruct(failed.getProperties()),
      reasons: failed.getReasonsList(),
    };
  }
  return undefined;
}
