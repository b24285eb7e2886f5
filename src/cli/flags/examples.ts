import type { Command } from "commander";

const urn = "'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:Instance::web'";

/** Words after `nodecloud`, by the names of the command. `api` has its own, made from the contract. */
const examples: Readonly<Partial<Record<string, readonly string[]>>> = {
  "": ["new quickstart", "up", "drift --help"],
  new: ["new web-cluster shop", "new --list"],
  preview: ["preview --diff", "preview --stack production --expect-no-changes"],
  up: ["up", "up --stack production --yes --target '**::web'"],
  refresh: ["refresh --preview-only"],
  destroy: ["destroy --stack test --yes --remove"],
  drift: ["drift --all-stacks --format markdown --output json=drift.json", "drift --watch"],
  adopt: ["adopt --all --out ../adopted --cwd shop --all-stacks"],
  recover: ["recover", "recover --stack production --yes --json"],
  stack: ["stack --show-urns"],
  "stack init": ["stack init production"],
  "stack ls": ["stack ls --json"],
  "stack select": ["stack select production"],
  "stack unselect": ["stack unselect"],
  "stack rm": ["stack rm test --yes"],
  "stack rename": ["stack rename staging --stack test"],
  "stack tag": ["stack tag set owner web-team"],
  "stack tag set": ["stack tag set owner web-team"],
  "stack tag get": ["stack tag get owner"],
  "stack tag rm": ["stack tag rm owner"],
  "stack tag ls": ["stack tag ls --json"],
  "stack output": ["stack output address", "stack output --json --show-secrets"],
  "stack export": ["stack export --file state.json"],
  "stack import": ["stack import --file state.json"],
  "stack history": ["stack history --page-size 3 --full-dates"],
  config: ["config --show-secrets"],
  "config set": ["config set size 3", "config set --secret rootPass", "config set --path 'tags[0]' web"],
  "config get": ["config get rootPass"],
  "config rm": ["config rm size"],
  state: [`state rename ${urn} api`],
  "state delete": [`state delete ${urn}`],
  "state unprotect": ["state unprotect --all"],
  "state rename": [`state rename ${urn} api`],
  cancel: ["cancel dev"],
  doctor: ["doctor --stack production"],
  emulator: ["emulator --speed 20", "emulator --exec 'npm test'"],
  completion: ["completion bash"],
};

/** Adds examples to the help of the program and of each of its commands. */
export function addExamples(program: Command): void {
  const visit = (command: Command, path: readonly string[]) => {
    const own = examples[path.join(" ")];
    if (own) command.addHelpText("after", exampleText(own.map((words) => `nodecloud ${words}`)));
    for (const one of command.commands) visit(one, [...path, one.name()]);
  };
  visit(program, []);
}

/** The last lines of a help page. */
export function exampleText(lines: readonly string[]): string {
  const title = lines.length === 1 ? "Example:" : "Examples:";
  return ["", title, ...lines.map((line) => `  ${line}`)].join("\n");
}
