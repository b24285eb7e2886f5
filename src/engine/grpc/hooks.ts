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

/** A hook of the program, which is called back for each step. */
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
      const asked = new sdk.resource.ResourceHookRequest();
      describe(asked, step, sdk);
      if (step.newOutputs) asked.setNewOutputs(structOf(step.newOutputs, sdk));
      const bytes = await callbacks.invoke(callbackOf(request), asked);
      const error = sdk.resource.ResourceHookResponse.deserializeBinary(bytes).getError();
      if (error !== "") throw new Error(error);
    },
  };
}

export function errorHookOf(request: RegisterErrorHookRequest, sdk: Sdk, callbacks: Callbacks): ErrorHook {
  return {
    name: request.getName(),
    call: async (step) => {
      const asked = new sdk.resource.ErrorHookRequest()
        .setFailedOperation(step.failedOperation)
        .setErrorsList([...step.errors]);
      describe(asked, step, sdk);
      const bytes = await callbacks.invoke(callbackOf(request), asked);
      const answer = sdk.resource.ErrorHookResponse.deserializeBinary(bytes);
      if (answer.getError() !== "") throw new Error(answer.getError());
      return answer.getRetry();
    },
  };
}

function describe(asked: ResourceHookRequest | ErrorHookRequest, step: HookCall, sdk: Sdk): void {
  asked.setUrn(step.urn).setId(step.id).setName(step.name).setType(step.type);
  if (step.newInputs) asked.setNewInputs(structOf(step.newInputs, sdk));
  if (step.oldInputs) asked.setOldInputs(structOf(step.oldInputs, sdk));
  if (step.oldOutputs) asked.setOldOutputs(structOf(step.oldOutputs, sdk));
}

function structOf(map: PropertyMap, sdk: Sdk) {
  return sdk.struct.Struct.fromJavaScript(writeMapForProgram(map));
}

function callbackOf(request: { getCallback(): Callback | undefined }): Callback {
  const callback = request.getCallback();
  if (!callback) throw new Error("a hook was registered without its function");
  return callback;
}
