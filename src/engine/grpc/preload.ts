/**
 * Runs before the program. Node.js 20.20 never returns from `util.inspect(error, {colors: true})` when a line of the
 * stack ends in `node_modules/@scope/file`, as lines of the SDK's own source maps do: every program that throws would
 * hang while the SDK reports its error. Such stacks are printed without colors instead.
 */
const patch = `
import util from "node:util";
const inspect = util.inspect;
const endless = /node_modules\\/@[^\\/\\n]+\\/[^\\/\\n]*$|node_modules\\/[^@\\/\\n][^\\/\\n]*$/m;
const safe = (value, options, ...rest) => {
  const colored = typeof options === "object" && options !== null && options.colors;
  const stuck = colored && typeof value?.stack === "string" && endless.test(value.stack);
  return inspect(value, stuck ? { ...options, colors: false } : options, ...rest);
};
util.inspect = Object.assign(safe, inspect);
`;

/** A Node.js argument; one word, because the SDK looks for `--import` as a word of its own. */
export const preloadArgument = `--import=data:text/javascript,${encodeURIComponent(patch)}`;
