import { relative, resolve } from "node:path";
import { readVersion } from "../package-version";

/**
 * The next steps for a new project: install, connect, and run the commands that its README shows first.
 *
 * @param readme The project's README.
 */
export function nextSteps(folder: string, readme: string): string {
  const path = relative(process.cwd(), resolve(folder));
  const [, commands = ""] = /^```sh\n(.*?)^```$/ms.exec(readme) ?? [];
  const steps = [
    ...(path === "" ? [] : [`cd ${quoteForShell(path)}`]),
    "npm install",
    "export NODECLOUD_BASE_URL=https://HOST/v4 NODECLOUD_TOKEN=... NODECLOUD_BRAND=...",
    "export PULUMI_CONFIG_PASSPHRASE=...",
    ...commands.trimEnd().split("\n"),
  ];
  return [
    "Next:",
    ...steps.map((step) => `  ${step}`),
    `If you have the package as a file, write \`npm install PATH/pulumi-nodecloud-${readVersion()}.tgz\` for \`npm install\`.`,
    "Without a service, run `npx nodecloud emulator --speed 20` in another terminal, and set the variables that it prints.",
    "`npx nodecloud doctor` checks the settings. README.md describes the program.",
    "",
  ].join("\n");
}

function quoteForShell(path: string): string {
  const word = path.startsWith("-") ? `./${path}` : path;
  return /^[\p{Letter}\p{Number}._/-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
