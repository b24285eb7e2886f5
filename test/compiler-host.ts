import { type CompilerHost, type CompilerOptions, createCompilerHost, createSourceFile } from "typescript";

/** A compiler host in which the files of the given paths have this content, whether or not they exist. */
export function hostWithFiles(options: CompilerOptions, texts: ReadonlyMap<string, string>): CompilerHost {
  const host = createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = texts.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : createSourceFile(file, text, version);
  };
  return host;
}
