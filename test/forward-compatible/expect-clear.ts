/** Errors of the language or of a library, which our messages never contain. */
const internals =
  /TypeError|ReferenceError|Cannot read prop|is not a function|is not iterable|undefined|\[object |ZodError|invalid_type|Invalid input|at \w+ \(/;

/** Code for a program in which an argument is undefined, and the advice to leave it so. */
const onPurpose = /^ +\w+: undefined,$|leave it undefined/gm;

/** Fails if a message is an internal failure instead of a description of the problem. */
export function expectClear(about: string, messages: readonly string[]): void {
  expect([about, messages.filter((message) => internals.test(message.replace(onPurpose, "")))]).toEqual([
    about,
    [],
  ]);
}
