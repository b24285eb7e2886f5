import { createRequire } from "node:module";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Log, Origin } from "../lifecycle";

/**
 * Writes to the engine that started the plugin. Each line goes to the row of its resource: the SDK's own log can do that
 * only for resources that its process registered. Without an address, lines go to this process's output.
 */
export function engineLog(address: string | undefined): Log {
  const send = address === undefined ? print : sender(address);
  return {
    info: (message, about) => send(LogSeverity.INFO, message, about, false),
    warn: (message, about) => send(LogSeverity.WARNING, message, about, false),
    passing: (message, about) => send(LogSeverity.INFO, message, about, true),
  };
}

/** The name by which the engine knows a resource of ours. */
export function urnOf({ project, stack, type, name, parent }: Origin): string {
  const parentType = parent?.split("::")[2];
  const chain = parentType === undefined || parentType === "pulumi:pulumi:Stack" ? "" : `${parentType}$`;
  return `urn:pulumi:${stack}::${project}::${chain}pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
}

type Send = (severity: 1 | 2, message: string, about: Origin | undefined, ephemeral: boolean) => void;

const print: Send = (_, message) => void process.stdout.write(`${message}\n`);

function sender(address: string): Send {
  const grpc = loadGrpc();
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity, message, about, ephemeral) => {
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setUrn(about ? urnOf(about) : "");
    request.setEphemeral(ephemeral);
    engine.log(request, () => undefined);
  };
}

/** The SDK's own copy: it is a dependency of the SDK and not of this package. */
function loadGrpc(): typeof import("@grpc/grpc-js") {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");
}
