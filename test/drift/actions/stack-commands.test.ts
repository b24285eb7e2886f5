import { join } from "node:path";
import { stackCommands } from "../../../src/drift/actions/stack-commands";
import { stackNamed } from "../ignore/named-stack";

const below = join(process.cwd(), "shop");

/** The printed commands of a stack that was read with this configuration file. */
function printed(configFile: string | undefined, folder: string | undefined, command = "up") {
  const stack = stackNamed("shop", "dev", { configFile, folder });
  return stackCommands(stack, "repair", "Repairs it.", [command]).map(({ text }) => text);
}

describe("a command for a stack with another configuration file", () => {
  it.each([
    ["in the working folder", "eu.yaml", process.cwd(), "", "eu.yaml", "eu.yaml"],
    ["of a project below it", "eu.yaml", below, " --cwd shop", "eu.yaml", "../eu.yaml"],
    ["next to the project", "shop/my eu.yaml", below, " --cwd shop", "'shop/my eu.yaml'", "'my eu.yaml'"],
    ["with an absolute path", "/etc/eu.yaml", below, " --cwd shop", "/etc/eu.yaml", "/etc/eu.yaml"],
    ["where the folder is not known", "eu.yaml", undefined, "", "eu.yaml", "eu.yaml"],
  ])("names the file %s as each tool reads it", (_, file, folder, place, own, ofCli) => {
    expect(printed(file, folder)).toEqual([
      `npx nodecloud up --stack dev${place} --config-file ${own}`,
      `pulumi up --stack dev${place} --config-file ${ofCli}`,
    ]);
  });

  it.each(["recover", "drift"])("names it for %s", (command) => {
    expect(printed("eu.yaml", below, command)).toEqual([
      `npx nodecloud ${command} --stack dev --cwd shop --config-file eu.yaml`,
    ]);
  });

  it("does not name it for an edit of the state", () => {
    expect(printed("eu.yaml", below, "state")).toEqual([
      "npx nodecloud state --stack dev --cwd shop",
      "pulumi state --stack dev --cwd shop",
    ]);
  });

  it.each([undefined, ""])("does not name the usual one: %j", (file) => {
    expect(printed(file, below, "drift")).toEqual(["npx nodecloud drift --stack dev --cwd shop"]);
  });
});
