import { tokenHeader } from "./long-headers";

/**
 * For programs. Node.js 20.20 and 22.23 never return from `util.inspect(error, {colors: true})` if a line of the stack trace ends in
 * `node_modules/@scope/file`, as lines from the SDK's source maps do, so that every program that throws would hang while the SDK reports
 * its error. Such stack traces are printed without colors.
 */
const safeInspect = `
import util from "node:util";
const inspect = util.inspect;
const endless = /node_modules\\/@[^\\/\\n]+\\/[^\\/\\n]*$|node_modules\\/[^@\\/\\n][^\\/\\n]*$/m;
const safe = (value, options, ...rest) => {
  const colored = typeof options === "object" && options !== null && options.colors;
  const stuck = colored && typeof value?.stack === "string" && endless.test(value.stack);
  return inspect(value, stuck ? { ...options, colors: false } : options, ...rest);
};
util.inspect = Object.assign(safe, inspect);
`;

/**
 * For programs and plugins, which this process starts. When an engine is killed, nobody reads their output, which must not terminate a plugin during
 * a create. The SDK would report the failure to print as an error of the program, again and again.
 */
const surviveEngine = `
const isEngineRunning = () => process.ppid === ${process.pid};
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
`;

/** For programs: without its engine, a program exits. */
const exitWithEngine = `
setInterval(() => {
  if (!isEngineRunning()) process.exit(1);
}, 1000).unref();
`;

/** The exit code of `cmd/run` when it has reported the error itself. */
export const reportedExitCode = 32;
/** The exit code of a program that ends before it has registered all of its resources. */
export const unregisteredExitCode = 33;

/**
 * For programs. The SDK reports promises that never settle only after it has told the engine that everything is registered, so the engine
 * would delete the resources that wait for them. It tells the engine in the second round of `beforeExit`, after this listener. The exit code
 * is set after the SDK has reported the promises. Once the engine has stopped the run, nothing is deleted, and promises may be left.
 */
const failIfUnregistered = `
let rounds = 0;
process.on("beforeExit", () => {
  const { leakCandidates = [], terminated = false } = globalThis.globalStore ?? {};
  const pending = [...leakCandidates];
  rounds++;
  if (rounds < 2 || pending.length === 0 || terminated) return;
  process.once("exit", () => {
    if (process.exitCode === ${reportedExitCode}) return;
    const names = pending.flatMap(({ _debugCtx }) => /^resolveURN[(]resource:(.*)[[]/.exec(_debugCtx)?.[1] ?? []);
    if (names.length > 0) console.error("Resources that were not registered: " + names.join(", "));
    process.exitCode = ${unregisteredExitCode};
  });
  process.exit();
});
`;

/**
 * For plugins. Without its engine, a plugin finishes the creates in progress, and exits when, for 5 s, only its listening port has kept it
 * alive.
 */
const exitWhenIdle = `
const passive = new Set(["TCPServerWrap", "PipeWrap", "TTYWrap"]);
let idleSeconds = 0;
setInterval(() => {
  const idle = process.getActiveResourcesInfo().every((kind) => passive.has(kind));
  idleSeconds = !isEngineRunning() && idle ? idleSeconds + 1 : 0;
  if (idleSeconds >= 5) process.exit(0);
}, 1000).unref();
`;

/** Lets a function change the headers of all HTTP/2 responses. A gRPC error is a response of headers only. */
const changeHeaders = `
import http2 from "node:http2";
const changeHeaders = (change) => {
  const { createServer } = http2;
  http2.createServer = (...args) =>
    createServer(...args).on("stream", (stream) => {
      const { respond } = stream;
      stream.respond = (headers = {}, ...rest) => respond.call(stream, change(headers), ...rest);
    });
};
`;

/**
 * For plugins. A gRPC error is a response of headers only: its message, and the outputs of a failed initialization. HTTP/2 in Node.js sends no
 * header above 64 KiB, and such a call would never end. Longer ones are sent to the engine over the IPC channel, and `LongHeaders` puts them back.
 */
const sendLongHeadersApart = `
const maxHeaderLength = 16_384;
let tokens = 0;
changeHeaders((headers) => {
  const isLong = ([, value]) => String(value).length > maxHeaderLength;
  const long = Object.entries(headers).filter(isLong).map(([name, value]) => [name, String(value)]);
  if (long.length === 0) return headers;
  const token = String(++tokens);
  process.send({ token, headers: Object.fromEntries(long) }, () => undefined);
  const short = Object.entries(headers).filter((entry) => !isLong(entry));
  return { ...Object.fromEntries(short), "${tokenHeader}": token };
});
`;

/**
 * For programs, which serve their transforms and hooks. Without an IPC channel, the message of an error is cut to a length that a header can
 * have.
 */
const cutLongMessages = `
const maxMessageLength = 5_000;
changeHeaders((headers) => {
  const encoded = headers["grpc-message"];
  const message = typeof encoded === "string" ? decodeURI(encoded) : "";
  if (message.length <= maxMessageLength) return headers;
  return { ...headers, "grpc-message": encodeURI(message.slice(0, maxMessageLength) + "...") };
});
`;

/**
 * For programs and plugins. gRPC encodes the message of an error with `encodeURI`, which throws for half of a surrogate pair, as in a string
 * that was cut. Then the call would never end.
 */
const encodeAllStrings = `
const { encodeURI: encode } = globalThis;
globalThis.encodeURI = (text) => encode(String(text).toWellFormed());
`;

/**
 * For programs. The SDK captures a stack trace for every promise that it creates, to print it if PULUMI_DEBUG_PROMISE_LEAKS is set. It also
 * captures all frames for every resource, from which the engine takes the position of the program's line. Mapping them to sources takes a
 * third of a large program's time. Without the variable, the stack traces of promises are left empty, and only that line of a resource's
 * stack trace is mapped: the frame after those of `skippedFrames`. Stack lines of this module are also removed: they would contain its URL,
 * which contains its whole text.
 */
const skipUnusedStacks = `
if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
  const skippedFrames = ["callsites", "stackTrace", "Resource", "CustomResource or ComponentResource", "the class"];
  const isOfResource = (frames) =>
    frames.length > skippedFrames.length &&
    frames.slice(0, 3).every((frame, index) => frame.getFunctionName() === skippedFrames[index]);
  const positionOf = (original, error, frames) => {
    const [, ...mapped] = original(error, frames.slice(skippedFrames.length, skippedFrames.length + 1)).split("\\n");
    return ["Error", ...skippedFrames, ...mapped].join("\\n");
  };
  const own = new WeakSet();
  let prepare;
  const without = (original) => {
    const isOwn = (frame) => frame.getFileName()?.startsWith("data:");
    const prepared = (error, frames) => {
      if (frames[0]?.getFunctionName() === "debuggablePromise") return "";
      if (isOfResource(frames)) return positionOf(original, error, frames);
      return original(error, frames.filter((frame) => !isOwn(frame)));
    };
    own.add(prepared);
    return prepared;
  };
  const use = (wanted) => {
    prepare = typeof wanted === "function" && !own.has(wanted) ? without(wanted) : wanted;
  };
  use(Error.prepareStackTrace);
  Object.defineProperty(Error, "prepareStackTrace", {
    configurable: true,
    enumerable: true,
    get: () => prepare,
    set: use,
  });
}
`;

/**
 * For programs and plugins. At start-up the SDK loads a package manager, the TypeScript compiler, a tracer, the Automation API and several
 * parsers. That is most of its loading time, although few programs use them. zod loads its messages in 60 languages. When one of these
 * files loads such a package, it gets a proxy that loads the package on first use. The SDK's index exports the Automation API and the
 * provider API to programs, which get the real ones from a getter. A missing package still fails immediately, and an SDK with other files is
 * not affected.
 */
const lazyLoading = `
import Module from "node:module";
const lazy = new Map([
  ["@pulumi/pulumi/index.js", /^[.][/](automation|provider)$/],
  ["@pulumi/pulumi/typescript-shim.js", /^typescript$/],
  ["@pulumi/pulumi/runtime/closure/codePaths.js", /^(@npmcli[/]arborist|fdir|normalize-package-data)$/],
  ["@pulumi/pulumi/runtime/manifest.js", /^js-yaml$/],
  ["@pulumi/pulumi/runtime/rpc.js", /^semver$/],
  ["@pulumi/pulumi/runtime/closure/rewriteSuper.js", /^semver$/],
  ["@pulumi/pulumi/cmd/run/run.js", /^(ini|semver)$/],
  ["@pulumi/pulumi/cmd/run/tracing.js", /^@opentelemetry[/](?!api$)/],
  ["zod/v4/core/index.cjs", /^[.][.][/]locales[/]index.cjs$/],
  ["zod/v4/classic/external.cjs", /^[.][.][/]locales[/]index.cjs$/],
]);
const pathInPackage = (file) => /.*[/]((?:@pulumi[/]pulumi|zod)[/].*)/.exec(file?.replaceAll("\\\\", "/"))?.[1];
const lazyProxy = (real) => {
  const get = (_, name) => {
    if (name === "__esModule") return true;
    return name === "default" && !real().__esModule ? real() : real()[name];
  };
  return new Proxy({}, {
    get,
    has: (_, name) => name in real(),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(real(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
};
const exportLazily = (exports, name, get) =>
  Object.defineProperty(exports, name, { get, set: () => undefined, enumerable: true, configurable: true });
const load = Module._load;
Module._load = function (request, parent, ...rest) {
  const importer = pathInPackage(parent?.filename);
  if (!lazy.get(importer)?.test(request)) return load.call(this, request, parent, ...rest);
  Module._resolveFilename(request, parent);
  let loaded;
  const real = () => (loaded ??= load.call(this, request, parent, ...rest));
  if (importer === "@pulumi/pulumi/index.js") exportLazily(parent.exports, request.slice(2), real);
  return lazyProxy(real);
};
`;

/** For plugins. Modules in NODE_OPTIONS may print a text without a line break before the plugin prints its port. */
const portOnItsOwnLine = `
const { write } = process.stdout;
process.stdout.write = (chunk, ...rest) => {
  if (!/^\\d+\\n$/.test(chunk)) return write.call(process.stdout, chunk, ...rest);
  process.stdout.write = write;
  return write.call(process.stdout, "\\n" + chunk, ...rest);
};
`;

/** Arguments for Node.js. Each is one word, because the SDK searches the arguments for the word `--import`. */
export const programPreload = asArgument(
  `${lazyLoading}${safeInspect}${skipUnusedStacks}${surviveEngine}${exitWithEngine}${failIfUnregistered}${encodeAllStrings}${changeHeaders}${cutLongMessages}`,
);
export const pluginPreload = asArgument(
  `${lazyLoading}${surviveEngine}${exitWhenIdle}${encodeAllStrings}${changeHeaders}${sendLongHeadersApart}${portOnItsOwnLine}`,
);

/** The `sourceURL` replaces the module's URL, which holds its whole text, in stack traces without source maps. */
function asArgument(module: string): string {
  const named = `${module}\n//# sourceURL=node:internal/nodecloud-preload\n`;
  return `--import=data:text/javascript,${encodeURIComponent(named)}`;
}
