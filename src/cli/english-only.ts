import Module from "node:module";

/**
 * Keeps zod from loading its messages in 60 languages, of which commands print only the English ones. Loading them takes about 25 ms. For the
 * process of a command: in the process of a program, another package may use the other languages.
 */
export function loadEnglishOnly(): void {
  const path = require.resolve("zod/v4/locales");
  const english: unknown = require("zod/v4/locales/en.cjs");
  require.cache[path] = Object.assign(new Module(path), { exports: { en: english }, loaded: true });
}
