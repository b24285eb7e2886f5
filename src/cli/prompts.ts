/**
 * The prompts. Ctrl-D cancels them as Ctrl-C does: otherwise it would close the input, and the process would end in the middle of the
 * command with exit code 0.
 */
export function loadPrompts(): typeof import("@clack/prompts") {
  const prompts: typeof import("@clack/prompts") = require("@clack/prompts");
  prompts.updateSettings({ aliases: { "\u0004": "cancel" } });
  return prompts;
}
