import { Instance, type InstanceArgs } from "../../src";

/** The arguments of a small instance that is deployed from an image. */
export const small = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: "correct-horse-battery",
};

/** A program with one instance, `web`. */
export function webProgram(args: Partial<InstanceArgs> = {}): () => { readonly web: Instance } {
  return () => ({ web: new Instance("web", { ...small, ...args }) });
}
