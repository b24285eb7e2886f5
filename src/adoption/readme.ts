import { markdownCode, markdownText } from "../drift/formats/markdown-escape";
import { shorten } from "../drift/formats/shorten";
import { countOf, groupOmitted } from "./omitted-objects";
import type { OmittedObject } from "./survey";

export interface ReadmeOptions {
  readonly name: string;
  readonly version: string;
  readonly adopted: number;
  readonly omitted: readonly OmittedObject[];
  readonly secretKeys: readonly string[];
}

/** In characters. */
const maxLabel = 120;

/** The README of a written program. */
export function writeReadme({ name, version, adopted, omitted, secretKeys }: ReadmeOptions): string {
  return [
    `# ${markdownText(name)}`,
    `A program for ${countOf(adopted, "object")} that existed in the account, written by \`nodecloud adopt\` of
pulumi-nodecloud ${version}.`,
    adopting(version),
    ...(secretKeys.length > 0 ? [secretsPart(secretKeys)] : []),
    ...(omitted.length > 0 ? [omittedPart(omitted)] : []),
  ].join("\n\n");
}

const adopting = (version: string) => `## Adopting the objects

\`\`\`sh
npm install
export NODECLOUD_TOKEN=... PULUMI_CONFIG_PASSPHRASE=...
npx nodecloud stack init dev
npx nodecloud up
\`\`\`

If you have the package as a file, install it with \`npm install ./pulumi-nodecloud-${version}.tgz\`.

The first \`up\` records the objects in the stack's state and sends no change. From then on the stack manages them: \`up\` applies what you
change in the program, and \`destroy\` deletes them.

When \`up\` has succeeded, remove the lines with \`adopt\`. That changes nothing, and lets later changes replace objects:

\`\`\`sh
sed -i.bak '/^  adopt: /d' *.ts && rm *.ts.bak
npx nodecloud up
\`\`\``;

function secretsPart(keys: readonly string[]): string {
  const [first = ""] = keys;
  return `## Secrets

The service never returns root passwords or card data, so the program reads them from the stack's configuration
(${countOf(keys.length, "key")}). None is needed while the object exists: only creating it again would need its secret. Set one with

\`\`\`sh
npx nodecloud config set --secret ${first}
\`\`\`

A card is JSON: \`{"cardNumber": "...", "expiryMonth": 12, "expiryYear": 2030, "cvv": "..."}\`.`;
}

function omittedPart(omitted: readonly OmittedObject[]): string {
  const groups = groupOmitted(omitted).map(({ title, reason, objects }) => {
    const items = objects.map(({ id, label }) => {
      const text = label === undefined ? "" : ` ${markdownText(shorten(label, maxLabel))}`;
      return `- ${markdownCode(id)}${text}`;
    });
    return `### ${title}\n\n${markdownText(reason)}\n\n${items.join("\n")}`;
  });
  return ["## Not adopted", ...groups].join("\n\n");
}
