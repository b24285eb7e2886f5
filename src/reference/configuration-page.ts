import { settingNames } from "../config";
import { variables } from "./environment";
import { code, page, table } from "./markdown";
import { SourceFile } from "./source-file";

/** The page of the settings and the environment variables. */
export function configurationPage(): string {
  const { members } = new SourceFile("config/settings.ts").interface("Settings");
  const names: Readonly<Record<string, { variable: string; key: string; secret?: true }>> = settingNames;
  return page(
    "# Configuration",
    "## Settings",
    settingsText,
    table(
      ["argument", "environment variable", "stack configuration", "type", "secret", "description"],
      members.map(({ name, type, optional, description }) => [
        code(`${name}${optional ? "?" : ""}`),
        code(names[name]?.variable ?? ""),
        code(names[name]?.key ?? ""),
        code(type),
        secretText(names[name]?.secret),
        description,
      ]),
    ),
    afterSettings,
    "## Other environment variables",
    table(
      ["variable", "read by", "secret", "description"],
      variables.map(({ name, readBy, secret, description }) => [
        code(name),
        readBy,
        secretText(secret),
        description,
      ]),
    ),
  );
}

function secretText(secret: true | undefined): string {
  return secret ? "yes" : "no";
}

const settingsText = `The connection to the service. Each setting is taken from the first place that has it:

1. the argument: of a lookup's options, or a flag of \`nodecloud api\`,
2. the environment variable,
3. the configuration of the stack, such as \`nodecloud config set --secret nodecloud:token\`.

An empty value counts as missing. The environment comes before the stack's configuration because \`refresh\` and \`destroy\` use the
configuration of the last \`up\`, which may have an old token.

For resources with an explicit provider, the inputs of the provider take the place of the stack's configuration, so the environment comes
before them as well, and \`preview\` and \`up\` warn if the provider has other values. If providers have tokens of several accounts, do not set \`NODECLOUD_TOKEN\`, or map another variable to it for each
provider, with the option \`envVarMappings\`. \`refresh\`, \`destroy\` and \`up --refresh\` use the inputs of the last \`up\`: after a change
of a provider's token, run \`up\` first, or give the Pulumi CLI the flag \`--run-program\`.

\`createClient\` reads neither: it takes its options only, such as \`token: process.env.NODECLOUD_TOKEN\`.`;

const afterSettings =
  "`npx nodecloud doctor` shows where the settings come from, and whether they work. A missing or invalid setting is an error with the code [`configuration`](errors.md#nodeclouderror).";
