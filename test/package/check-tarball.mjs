// Prints what publint and Are the Types Wrong? find in a packed package, as JSON: `node check-tarball.mjs <tarball>`.
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

const tarball = new Uint8Array(readFileSync(process.argv[2]));
const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
const { problems, entrypoints } = await checkPackage(createPackageFromTarballData(tarball));
const resolved = Object.entries(entrypoints).map(([name, { resolutions }]) => [
  name,
  Object.values(resolutions).every(({ resolution }) => resolution !== undefined),
]);
console.log(JSON.stringify({ messages, problems, resolved: Object.fromEntries(resolved) }));
