import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type {
  ErrorHookRequest,
  RegisterErrorHookRequest,
  RegisterResourceHookRequest,
  ResourceHookRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import type { PropertyMap } from "../../state";
import type { ErrorHook, HookCall, ResourceHook } from "../core";
import type { Callbacks } from "./callbacks";
import { writeMapForProgram } from "./properties";
import type { Sdk } from "./sdk";

/** A hook of the program, which is called in the program's process. */
export function resourceHookOf(
  request: RegisterResourceHookRequest,
  sdk: Sdk,
  callbacks: Callbacks,
): ResourceHook {
  return {
    name: request.getName(),
    onDryRun: request.getOnDryRun(),
    ignoreErrors: request.getIgnoreErrors?.() ?? false,
    call: async (step) => {
      const message = new sdk.resource.ResourceHookRequest();
      setProperties(message, step, sdk);
      if (step.newOutputs) message.setNewOutputs(structOf(step.newOutputs, sdk));
      const bytes = await callbacks.invoke(callbackOf(request), message);
      const error = sdk.resource.ResourceHookResponse.deserializeBinary(bytes).getError();
      if (error !== "") throw new Error(error);
    },
  };
}

export function errorHookOf(request: RegisterErrorHookRequest, sdk: Sdk, callbacks: Callbacks): ErrorHook {
  return {
    name: request.getName(),
    call: async (step) => {
      const message = new sdk.resource.ErrorHookRequest()
        .setFailedOperation(step.failedOperation)
        .setErrorsList([...step.errors]);
      setProperties(message, step, sdk);
      const bytes = await callbacks.invoke(callbackOf(request), message);
      const response = sdk.resource.ErrorHookResponse.deserializeBinary(bytes);
      if (response.getError() !== "") throw new Error(response.getError());
      return response.getRetry();
    },
  };
}

function setProperties(message: ResourceHookRequest | ErrorHookRequest, step: HookCall, sdk: Sdk): void {
  message.setUrn(step.urn).setId(step.id).setName(step.name).setType(step.type);
  if (step.newInputs) message.setNewInputs(structOf(step.newInputs, sdk));
  if (step.oldInputs) message.setOldInputs(structOf(step.oldInputs, sdk));
  if (step.oldOutputs) message.setOldOutputs(structOf(step.oldOutputs, sdk));
}

function structOf(map: PropertyMap, sdk: Sdk) {
  return sdk.struct.Struct.fromJavaScript(writeMapForProgram(map));
}

function callbackOf(request: { getCallback(): Callback | undefined }): Callback {
  const callback = request.getCallback();
  if (!callback) throw new Error("a hook was registered without its function");
  return callback;
}
