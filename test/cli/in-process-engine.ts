import {
  type DynamicProvider,
  InProcessProgram,
  InProcessProvider,
  type ProgramFunction,
} from "../../src/engine/inprocess";
import type { Configuration, Project } from "../../src/state";

type Environment = Readonly<Record<string, string | undefined>>;

/** Functions that take the place of the files in a project's folder. */
export interface ProgramFunctions {
  readonly program: (
    context: { readonly configuration: Configuration; readonly env: Environment },
    ...args: Parameters<ProgramFunction>
  ) => ReturnType<ProgramFunction>;
  /** Starts a plugin: returns the provider that a `__provider` string stands for. Default: there are no providers. */
  readonly startPlugin?: () => (text: string) => DynamicProvider;
}

/** Starts a plugin that only has the provider of instances. As a new process, it has loaded nothing yet. */
export function startInstancePlugin(): () => DynamicProvider {
  let provider: typeof import("../../src/provider") | undefined;
  jest.isolateModules(() => {
    provider = require("../../src/provider");
  });
  return () => provider!.instance;
}

/**
 * Replaces `src/engine/grpc`, so that program and provider run in this process. The rest of the embedded engine is unchanged.
 */
export function grpcInProcess({ program, startPlugin = startNothing }: ProgramFunctions): object {
  return {
    loadSdk: () => ({}),
    pluginEnvironment: () => ({}),
    ChildProcesses: class {
      killAll() {}
      async close() {}
    },
    NodeProgram: class {
      readonly deleteResults = new Map<string, unknown>();
      readonly #options: { readonly project: Project; readonly stack: string; readonly env: Environment };

      constructor(options: {
        readonly project: Project;
        readonly stack: string;
        readonly env: Environment;
      }) {
        this.#options = options;
      }

      run(...[monitor, context]: Parameters<InProcessProgram["run"]>) {
        const { project, stack, env } = this.#options;
        const { configuration } = context;
        const run: ProgramFunction = (...args) => program({ configuration, env }, ...args);
        return new InProcessProgram(project.name, stack, run).run(monitor, context);
      }

      address = async () => "";
      async close() {}
    },
    PluginProvider: class extends InProcessProvider {
      constructor() {
        super({ handlerFor: startPlugin() });
      }

      startEarly() {}
      interrupt() {}
    },
  };
}

function startNothing(): (text: string) => DynamicProvider {
  return (text) => {
    throw new Error(`There is no provider ${text}.`);
  };
}
