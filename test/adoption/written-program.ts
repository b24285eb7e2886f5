import { posix } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import type { ProgramFunction } from "../../src/engine";
import { resourceClasses } from "../../src/resources/resource-class";
import type { PropertyMap } from "../../src/state";
import { declare } from "../../src/testing";

type Args = Record<string, unknown>;

/** What a written program declares, in its order. */
export interface DeclaredResource {
  readonly type: string;
  readonly name: string;
  readonly args: Args;
}

const idOutputs = ["instanceId", "imageId", "clientId", "paymentMethodId"];

/**
 * Runs the files of a written program with classes that only record what it declares. The outputs that hold an id have the value of
 * `adopt`, or that of `ids` by class and name.
 */
export function runWritten(
  files: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, unknown> = new Map(),
): readonly DeclaredResource[] {
  const declared: DeclaredResource[] = [];
  const recorded = resourceClasses.map((type) => [
    type,
    class {
      constructor(name: string, args: Args) {
        declared.push({ type, name, args });
        const id = args.adopt ?? ids.get(`${type} ${name}`);
        for (const output of idOutputs) Object.assign(this, { [output]: id });
      }
    },
  ]);
  const config = class {
    readonly getSecret = () => undefined;
    readonly getSecretObject = () => undefined;
  };
  const packages: Readonly<Record<string, unknown>> = {
    "pulumi-nodecloud": Object.fromEntries(recorded),
    "@pulumi/pulumi": { Config: config },
  };
  const loaded = new Map<string, unknown>();
  const load = (name: string): unknown => {
    if (name in packages) return packages[name];
    const file = `${posix.normalize(name)}.ts`;
    const text = files.get(file);
    if (text === undefined) throw new Error(`The program has no file ${file}.`);
    if (loaded.has(file)) return loaded.get(file);
    const exported = {};
    loaded.set(file, exported);
    const { outputText } = transpileModule(text, {
      compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS },
    });
    new Function("require", "exports", outputText)(load, exported);
    return exported;
  };
  load("./index");
  return declared;
}

/** The same program without the lines with `adopt`, as its description says. */
export function withoutAdopt(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([name, text]) => [name, text.replace(/^ {2}adopt: .*\n/gm, "")]));
}

/** The program of a test stack that declares the same. */
export function programOf(declared: readonly DeclaredResource[]): ProgramFunction {
  return async (register) => {
    for (const { type, name, args } of declared) {
      const given = Object.entries(args).filter(([, value]) => value !== undefined);
      await register(declare(type, name, Object.fromEntries(given) as PropertyMap));
    }
    return {};
  };
}
