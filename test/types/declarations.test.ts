import { join } from "node:path";
import {
  createProgram,
  flattenDiagnosticMessageText,
  ModuleKind,
  ModuleResolutionKind,
  ScriptTarget,
} from "typescript";
import { hostWithFiles } from "../compiler-host";

/** The errors of a program that is compiled with `declaration`, as a component package is. */
function declarationErrors(program: string): readonly string[] {
  const path = join(__dirname, "component.ts");
  const options = {
    strict: true,
    declaration: true,
    target: ScriptTarget.ES2022,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    types: [],
  };
  const compiled = createProgram([path], options, hostWithFiles(options, new Map([[path, program]])));
  const file = compiled.getSourceFile(path);
  return [...compiled.getSemanticDiagnostics(file), ...compiled.getDeclarationDiagnostics(file)].map(
    ({ messageText }) => flattenDiagnosticMessageText(messageText, "\n"),
  );
}

it("lets programs with declarations export everything that the package exports", () => {
  const everything =
    'import * as nodecloud from "pulumi-nodecloud";\nexport const everything = { ...nodecloud };';
  expect(declarationErrors(everything)).toEqual([]);
});
