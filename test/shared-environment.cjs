/**
 * The environment of test files: all files of a worker share Node's own context and one copy of the compiled sources and of the packages
 * that these load, as in a normal process. Loading and compiling them again for each file would take a third of the time of all tests. Test
 * code, and the packages that it imports itself, are still loaded for each file.
 *
 * A test file that replaces modules or timers (`jest.mock`, `jest.isolateModules`, `jest.useFakeTimers`, ...) begins with
 * `@jest-environment node`: Jest's own environment, in which nothing is shared. So does one whose package classes the sources recognize,
 * such as the SDK's assets. If a source has changed since the last build, no file shares anything, and sources are compiled as they are loaded.
 */
const asyncHooks = require("node:async_hooks");
const { existsSync, readdirSync } = require("node:fs");
const { join, sep } = require("node:path");
const vm = require("node:vm");
const { TestEnvironment: SeparateEnvironment } = require("jest-environment-node");
const { ModuleMocker } = require("jest-mock");
const { builtPath, isBuilt, loadShared } = require("./shared-modules.cjs");

const sources = join(__dirname, "..", "src");
const compiledApart = join(sources, "console") + sep;

/** Stands for Node's own context, which Jest accepts only as an object of its own. */
const context = {};
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
  compileFunction(code, parameters, parsingContext === context ? options : { ...options, parsingContext });

/** For a new file: the hook of Node's domains slows down every promise of the process after the first domain. */
const disableDomains = domainsDisabler();

/** Where Jest's runner keeps a file's tests and its handlers of their events. It deletes them only together with a context. */
const runnerState = new Set(["JEST_STATE_SYMBOL", "EVENT_HANDLERS"]);

const { AsyncLocalStorage } = asyncHooks;

/** Holds Jest's current test. Tests run one after the other, and an AsyncLocalStorage would slow down every promise. */
class SerialStorage {
  #store;

  getStore() {
    return this.#store;
  }

  async run(store, callback) {
    const outer = this.#store;
    this.#store = store;
    try {
      return await callback();
    } finally {
      this.#store = outer;
    }
  }
}

/** From Node 22 on, the class has a getter, and cannot be assigned. */
function setStorage(value) {
  Object.defineProperty(asyncHooks, "AsyncLocalStorage", { value, configurable: true, enumerable: true });
}

class SharedEnvironment {
  global = globalThis;
  fakeTimers = null;
  fakeTimersModern = null;
  moduleMocker = new ModuleMocker(globalThis);
  #before = { env: process.env, exit: process.exit };
  #variables = { ...process.env };
  #console = globalThis.console;

  constructor() {
    disableDomains();
    globalThis[loadShared] = requireShared;
    // For Jest's own code, which is loaded next.
    setStorage(SerialStorage);
  }

  handleTestEvent({ name }) {
    if (name === "setup") setStorage(AsyncLocalStorage);
  }

  async setup() {}

  async teardown() {
    delete globalThis[loadShared];
    for (const name of Object.getOwnPropertySymbols(globalThis))
      if (runnerState.has(name.description)) delete globalThis[name];
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    Object.assign(process, this.#before);
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  getVmContext() {
    return context;
  }
}

/** A source, compiled and loaded by Node, or another file. Undefined for a source that is compiled apart, as the console's page is. */
function requireShared(path) {
  const built = builtPath(path) ?? path;
  return existsSync(built) ? require(built) : undefined;
}

/** The hook is known only to the module that creates it when it is loaded. A new domain enables it again. */
function domainsDisabler() {
  const { createHook } = asyncHooks;
  const hooks = [];
  asyncHooks.createHook = (callbacks) => {
    const hook = createHook(callbacks);
    hooks.push(hook);
    return hook;
  };
  require("node:domain");
  asyncHooks.createHook = createHook;
  return () => {
    for (const hook of hooks) hook.disable();
  };
}

function isBuildCurrent() {
  return readdirSync(sources, { recursive: true, withFileTypes: true }).every(({ parentPath, name }) => {
    const source = join(parentPath, name);
    return !name.endsWith(".ts") || source.startsWith(compiledApart) || isBuilt(source);
  });
}

module.exports = isBuildCurrent() ? SharedEnvironment : SeparateEnvironment;
