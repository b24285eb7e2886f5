import { join } from "node:path";
import {
  createProgram,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from "typescript";
import { hostWithFiles } from "../compiler-host";

/**
 * The errors of a program that is compiled with `declaration`, as a component package is. The folder of an example and `preserveSymlinks`
 * make this package one in `node_modules`, so that declarations can name only what it exports.
 */
function declarationErrors(program: string): readonly string[] {
  const path = join(__dirname, "../../examples/quickstart/component.ts");
  const options = {
    strict: true,
    declaration: true,
    target: ScriptTarget.ES2022,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    preserveSymlinks: true,
    types: [],
  };
  const compiled = createProgram([path], options, hostWithFiles(options, new Map([[path, program]])));
  const file = compiled.getSourceFile(path);
  return [...compiled.getSemanticDiagnostics(file), ...compiled.getDeclarationDiagnostics(file)].map(
    ({ messageText }) => flattenDiagnosticMessageText(messageText, "\n"),
  );
}

it("lets programs with declarations export everything that the package exports", () => {
  const names = ["", "/client", "/drift", "/emulator", "/engine", "/testing"];
  const everything = names.map(
    (name, index) =>
      `import * as module${index} from "pulumi-nodecloud${name}";\nexport const all${index} = { ...module${index} };`,
  );
  expect(declarationErrors(everything.join("\n"))).toEqual([]);
});
