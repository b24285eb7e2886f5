import { type Flag, longName } from "./flag";
import { supportedOperationFlags } from "./operation-flags";
import { operations } from "./operations";
import { stackFlags } from "./stack-flags";
import { unsupportedOperationFlags } from "./unsupported-operation-flags";

/** The text of docs/engine-flags.md, which `npm run generate` writes. */
export function flagsPage(): string {
  return `# Flags

\`nodecloud preview\`, \`up\`, \`refresh\` and \`destroy\` have the flags of the Pulumi CLI 3.260, under the same names. When a \`pulumi\` on the
PATH runs the operation (\`--engine auto\`, the default, or \`--engine pulumi\`), it receives every flag with the given value, and relative paths as
absolute ones. This page lists what the [embedded engine](engine.md) does with each flag.

\`\`\`sh
nodecloud up --engine embedded --yes --message "First deployment"
nodecloud preview --engine embedded --expect-no-changes
nodecloud destroy --engine embedded --yes --remove
\`\`\`

Without \`--yes\`, \`up\`, \`refresh\` and \`destroy\` show a preview on a terminal and ask for confirmation. Without a terminal they exit with
code 2, as they do with \`--json\` or \`--non-interactive\`. All commands also take \`-C, --cwd <folder>\` and \`-s, --stack <name>\`.

This page is generated from \`src/cli/flags\` by \`npm run generate\`.

## Supported flags

${table(
  ["flag", "commands", "description"],
  supportedOperationFlags.map((flag) => [code(flag.usage), commandsOf(flag), flag.description]),
)}
## Unsupported flags

The embedded engine refuses these flags with exit code 2, before it reads the project.

${unsupportedTable(unsupportedOperationFlags)}
## Flags of \`stack\`, \`config\`, \`state\` and \`cancel\`

These commands always run without the Pulumi CLI. They have the flags of the Pulumi CLI's commands of the same names, except for:

${unsupportedTable(stackFlags.filter(({ instead }) => instead !== undefined))}
The subcommands are \`stack init\`, \`ls\`, \`select\`, \`unselect\`, \`rm\`, \`rename\`, \`tag\`, \`output\`, \`export\`, \`import\` and \`history\`, \`config set\`, \`get\` and
\`rm\`, and \`state delete\`, \`unprotect\` and \`rename\`.
`;
}

function unsupportedTable(flags: readonly Flag[]): string {
  return table(
    ["flag", "commands", "use instead"],
    flags.map((flag) => [code(longName(flag)), commandsOf(flag), flag.instead ?? ""]),
  );
}

const code = (text: string) => `\`${text}\``;

function commandsOf({ commands, nodecloudOnly }: Flag): string {
  const names = commands.length >= operations.length ? "all" : commands.join(", ");
  return nodecloudOnly ? `${names} (not in the Pulumi CLI)` : names;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return [headings, headings.map(() => "---"), ...rows].map(line).join("");
}
