import * as pulumi from "@pulumi/pulumi";

/**
 * Arguments as a program passes them: each one, and each part of it, may be a promise or an output. `File` names the arguments that may be
 * a file asset. Members keep their documentation. Each may be undefined, even with the compiler option `exactOptionalPropertyTypes`.
 */
export type ArgsOf<I, File extends keyof I = never> = {
  [K in keyof I]: (K extends File ? FileInput : pulumi.Input<PartsOf<I[K]>>) | undefined;
};

/** A file, as a path or as an asset. */
type FileInput = pulumi.Input<string> | pulumi.asset.FileAsset;

type PartsOf<T> = T extends readonly (infer E)[]
  ? readonly pulumi.Input<PartsOf<E>>[]
  : T extends object
    ? { [K in keyof T]: pulumi.Input<PartsOf<T[K]>> }
    : T;

/** The path of a file. */
export function pathOf(file: FileInput | undefined): pulumi.Input<string> | undefined {
  return file instanceof pulumi.asset.FileAsset ? file.path : file;
}
