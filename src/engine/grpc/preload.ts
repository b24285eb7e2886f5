/**
 * Runs before the program. Node.js 20.20 never returns from `util.inspect(error, {colors: true})` when a line of the
 * stack ends in `node_modules/@scope/file`, as lines of the SDK's own source maps do: every program that throws would
 * hang while the SDK reports its error. Such stacks are printed without colors instead.
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
 * Runs before the plugin. An engine that is killed leaves its plugin behind to finish what it was creating; then
 * nobody would ever end it. Without its parent it ends once nothing but its listening port has kept it alive for a
 * few looks. Nobody reads its output any more, which must not end a create half way.
 */
const exitWithParent = `
const parent = process.ppid;
const resting = new Set(["TCPServerWrap", "PipeWrap", "TTYWrap"]);
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
let looks = 0;
setInterval(() => {
  const idle = process.getActiveResourcesInfo().every((kind) => resting.has(kind));
  looks = process.ppid !== parent && idle ? looks + 1 : 0;
  if (looks >= 5) process.exit(0);
}, 1000).unref();
`;

/**
 * Runs before the program. The SDK takes a stack for every promise it makes, to print it when PULUMI_DEBUG_PROMISE_LEAKS
 * is set. Each is mapped to sources: a fifth of a large program's time, for texts that nobody reads.
 * The mapping would also name this module by its URL, which holds all of its text.
 */
const skipPromiseStacks = `
if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) {
  const own = new WeakSet();
  let prepare;
  const without = (original) => {
    const isOwn = (frame) => frame.getFileName()?.startsWith("data:");
    const prepared = (error, frames) =>
      frames[0]?.getFunctionName() === "debuggablePromise" ? "" : original(error, frames.filter((frame) => !isOwn(frame)));
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
 * Runs before the program and before the plugin. The SDK loads a package manager, the TypeScript compiler and a tracer at
 * its start, half of its loading time, which only some programs ever use: to turn a function into text, to export
 * traces. Those three files of the SDK get stand-ins that load at the first touch. A package that is missing is missed
 * at once, as ever; an SDK that is built otherwise finds nothing changed.
 */
const lazyLoading = `
import Module from "node:module";
const late = [
  [/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]typescript-shim\\.js$/, /^typescript$/],
  [/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]runtime[\\\\/]closure[\\\\/]codePaths\\.js$/, /^@npmcli[/]arborist$/],
  [/[\\\\/]@pulumi[\\\\/]pulumi[\\\\/]cmd[\\\\/]run[\\\\/]tracing\\.js$/, /^@opentelemetry[/](?!api$)/],
];
const standIn = (load) => {
  let loaded;
  const real = () => (loaded ??= load());
  return new Proxy({}, {
    get: (_, name) => name === "__esModule" || real()[name],
    has: (_, name) => name in real(),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor: (_, name) => {
      const descriptor = Reflect.getOwnPropertyDescriptor(real(), name);
      return descriptor && { ...descriptor, configurable: true };
    },
  });
};
const load = Module._load;
Module._load = function (request, parent, ...rest) {
  const isLate = late.some(([file, name]) => name.test(request) && file.test(parent?.filename ?? ""));
  if (!isLate) return load.call(this, request, parent, ...rest);
  Module._resolveFilename(request, parent);
  return standIn(() => load.call(this, request, parent, ...rest));
};
`;

/** Node.js arguments; each one word, because the SDK looks for `--import` as a word of its own. */
export const programPreload = asArgument(`${lazyLoading}${safeInspect}${skipPromiseStacks}`);
export const pluginPreload = asArgument(`${lazyLoading}${exitWithParent}`);

/** Where nobody maps stacks, they name this module so, and not by its URL. */
function asArgument(module: string): string {
  const named = `${module}\n//# sourceURL=node:internal/nodecloud-preload\n`;
  return `--import=data:text/javascript,${encodeURIComponent(named)}`;
}
