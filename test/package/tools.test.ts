import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packedTarball } from "../examples/packed";

const found: {
  readonly messages: readonly unknown[];
  readonly problems: readonly { readonly kind: string; readonly missing?: readonly string[] }[];
  readonly resolved: Readonly<Record<string, boolean>>;
} = JSON.parse(
  execFileSync(process.execPath, [join(__dirname, "check-tarball.mjs"), packedTarball()], {
    encoding: "utf8",
  }),
);

it("is a package in which publint finds nothing", () => {
  expect(found.messages).toEqual([]);
});

it("has types that every way of resolving modules finds, and that agree with what is imported", () => {
  const { exports } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
  expect(found.resolved).toEqual(Object.fromEntries(Object.keys(exports).map((name) => [name, true])));
  // `pulumi-nodecloud/client` exports the types of a module with `export type *`. The tool takes the module's function for an export.
  const isTypeOnly = ({ kind, missing = [] }: (typeof found.problems)[number]) =>
    kind === "NamedExports" && missing.join() === "bindOperations";
  expect(found.problems.filter((problem) => !isTypeOnly(problem))).toEqual([]);
});
