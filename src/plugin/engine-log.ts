import { createRequire } from "node:module";
import { type Log, type ResourceOrigin, urnOf } from "../lifecycle";

/**
 * Logs to the engine that started the plugin. Each message goes to the row of its resource, which the SDK's own log can do only for
 * resources that its process registered. Without an address, messages go to this process's output.
 */
export function engineLog(address: string | undefined): Log {
  const send = address === undefined ? printMessage : sendTo(address);
  return {
    info: (message, about) => void send("INFO", message, about, false),
    warn: (message, about) => void send("WARNING", message, about, false),
    progress: (message, about) => void send("INFO", message, about, true),
    alreadyDeleted: (object, about) =>
      send("INFO", `${object} was already deleted`, about, false, deleteResultStreams.alreadyDeleted),
    retained: (reason, severity, about) =>
      send(severity === "warn" ? "WARNING" : "INFO", reason, about, false, deleteResultStreams.retained),
  };
}

/** The embedded engine recognizes the result of a delete by the stream id of its message. */
const deleteResultStreams = { alreadyDeleted: 404_404, retained: 404_405 } as const;

/** Resolves when the engine has received the message, or cannot be reached. */
type Send = (
  severity: "INFO" | "WARNING",
  message: string,
  about: ResourceOrigin | undefined,
  ephemeral: boolean,
  stream?: number,
) => Promise<void>;

const printMessage: Send = async (_, message) => void process.stdout.write(`${message}\n`);

function sendTo(address: string): Send {
  const { EngineClient } = loadEngineService();
  const { LogRequest, LogSeverity } = loadEngineMessages();
  const grpc = loadGrpc();
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  return (severity, message, about, ephemeral, stream = 0) => {
    const request = new LogRequest();
    request.setSeverity(LogSeverity[severity]);
    request.setMessage(message);
    request.setUrn(about ? urnOf(about) : "");
    request.setEphemeral(ephemeral);
    request.setStreamid(stream);
    return new Promise((resolve) => {
      engine.log(request, () => resolve());
    });
  };
}

/** Loaded only if there is an engine: then the SDK's plugin has already loaded them. */
const loadEngineService = (): typeof import("@pulumi/pulumi/proto/engine_grpc_pb") =>
  require("@pulumi/pulumi/proto/engine_grpc_pb");
const loadEngineMessages = (): typeof import("@pulumi/pulumi/proto/engine_pb") =>
  require("@pulumi/pulumi/proto/engine_pb");

/** The SDK's own copy: it is a dependency of the SDK and not of this package. */
function loadGrpc(): typeof import("@grpc/grpc-js") {
  return createRequire(require.resolve("@pulumi/pulumi/package.json"))("@grpc/grpc-js");
}
