import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  createProgram,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from "typescript";
import { hostWithFiles } from "../compiler-host";

const root = resolve(__dirname, "../..");
const dist = join(root, "dist");

/** An error of the compiler, with its line from 0. */
interface CompilerError {
  readonly line: number;
  readonly message: string;
}

/** The compiler's errors in programs of this folder and in the declarations that they load. */
export interface Compiled {
  /** The errors of a program. */
  readonly errorsIn: (program: string) => readonly CompilerError[];
  /** The errors in this package's declarations. */
  readonly ownErrors: readonly string[];
  /** The files that the programs load. */
  readonly files: readonly string[];
  /** The files that the programs and everything that the package exports load. */
  readonly allFiles: readonly string[];
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

/** The declarations that the package exports besides those of programs. */
const exported = ["client", "emulator", "engine", "drift", "program-testing"].map((name) =>
  join(dist, name, "index.d.ts"),
);

/**
 * Compiles programs and everything that the package exports against the declarations in `dist`, as users do. The programs'
 * `@ts-expect-error` comments have no effect.
 */
export function compilePrograms(programs: readonly string[]): Compiled {
  const paths = programs.map((program) => join(__dirname, program));
  const asOfUsers = (path: string) =>
    readFileSync(path, "utf8").replaceAll("../../src", "../../dist").replaceAll("@ts-expect-error", "");
  const texts = new Map(paths.map((path) => [path, asOfUsers(path)]));
  const host = hostWithFiles(options, texts);
  const program = createProgram(paths, options, host);
  const everything = createProgram([...paths, ...exported], options, host, program);
  const errorsOf = (path: string) =>
    everything
      .getSemanticDiagnostics(everything.getSourceFile(path))
      .map(({ file, start = 0, messageText }) => ({
        line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
        message: flattenDiagnosticMessageText(messageText, "\n"),
      }));
  const allFiles = everything.getSourceFiles().map(({ fileName }) => fileName);
  return {
    errorsIn: (name) => errorsOf(join(__dirname, name)),
    ownErrors: allFiles
      .filter((file) => file.startsWith(dist))
      .flatMap((file) => errorsOf(file).map(({ message }) => `${file}: ${message}`)),
    files: program.getSourceFiles().map(({ fileName }) => fileName),
    allFiles,
  };
}
