import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  createCompilerHost,
  createProgram,
  createSourceFile,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from "typescript";

const root = resolve(__dirname, "../..");
const dist = join(root, "dist");

/** An error of the compiler, with its line from 0. */
interface CompilerError {
  readonly line: number;
  readonly message: string;
}

/** What the compiler finds in programs of this folder and in the declarations that they load. */
export interface Compiled {
  /** The errors of a program. */
  readonly errorsIn: (program: string) => readonly CompilerError[];
  /** The errors in this package's declarations. */
  readonly ownErrors: readonly string[];
  /** The loaded files, from the root of the package. */
  readonly files: readonly string[];
}

/** The options of the program templates of Pulumi, without `skipLibCheck`. */
const options = {
  strict: true,
  target: ScriptTarget.ES2020,
  lib: ["lib.es2020.d.ts"],
  module: ModuleKind.CommonJS,
  moduleResolution: ModuleResolutionKind.Node10,
  ignoreDeprecations: "6.0",
  types: [],
  noEmit: true,
};

/** Compiles programs and the engine against the declarations in `dist`, as users do. The programs' `@ts-expect-error` comments have no effect. */
export function compilePrograms(programs: readonly string[]): Compiled {
  const paths = programs.map((program) => join(__dirname, program));
  const host = createCompilerHost(options);
  const readSource = host.getSourceFile;
  host.getSourceFile = (file, version, ...rest) => {
    if (!paths.includes(file)) return readSource(file, version, ...rest);
    const text = readFileSync(file, "utf8")
      .replaceAll("../../src", "../../dist")
      .replaceAll("@ts-expect-error", "");
    return createSourceFile(file, text, version);
  };
  const program = createProgram([...paths, join(dist, "engine/index.d.ts")], options, host);
  const errorsOf = (path: string) =>
    program.getSemanticDiagnostics(program.getSourceFile(path)).map(({ file, start = 0, messageText }) => ({
      line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
      message: flattenDiagnosticMessageText(messageText, "\n"),
    }));
  const files = program.getSourceFiles().map(({ fileName }) => fileName);
  return {
    errorsIn: (name) => errorsOf(join(__dirname, name)),
    ownErrors: files
      .filter((file) => file.startsWith(dist))
      .flatMap((file) => errorsOf(file).map(({ message }) => `${file}: ${message}`)),
    files,
  };
}
