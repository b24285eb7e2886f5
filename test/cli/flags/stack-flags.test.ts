import type { Command } from "commander";
import { longName } from "../../../src/cli/flags/flag";
import { stackFlags } from "../../../src/cli/flags/stack-flags";
import { createProgram } from "../../../src/cli/main";
import { pulumiGlobalFlags, pulumiStackFlags } from "./pulumi-flags";

/** A command and its parents, whose options it accepts too. */
function commandsOf(path: string): readonly Command[] {
  return path.split(" ").reduce<readonly Command[]>(
    ([command, ...above], name) => {
      const found = command?.commands.find((one) => one.name() === name || one.aliases().includes(name));
      if (!found || !command) throw new Error(`There is no command ${path}.`);
      return [found, command, ...above];
    },
    [createProgram()],
  );
}

it.each(Object.entries(pulumiStackFlags))(
  "`%s` has every flag of the Pulumi CLI, with the same short name",
  (path, flags) => {
    const options = commandsOf(path).flatMap((command) => command.options);
    for (const flag of [...flags, ...pulumiGlobalFlags]) {
      const [short, long] = flag.startsWith("--") ? [undefined, flag] : flag.split(", ");
      const option = options.find((one) => one.long === long || one.long === long?.replace("--no-", "--"));
      expect({ path, flag, found: option?.long, short: short ?? option?.short }).toEqual({
        ...{ path, flag, found: long },
        short: option?.short ?? short,
      });
    }
  },
);

const refused = stackFlags.flatMap((flag) =>
  flag.instead === undefined ? [] : flag.commands.map((command) => [command, longName(flag), flag] as const),
);

it.each(refused)(
  "`%s %s` is refused with what to use instead, before the project is read",
  async (path, name, flag) => {
    const program = createProgram();
    const written: string[] = [];
    const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
    for (const command of all(program))
      command.exitOverride().configureOutput({ writeErr: (text) => written.push(text) });
    // `state` does nothing without a subcommand, and others need arguments.
    const arguments_: Readonly<Record<string, readonly string[]>> = {
      state: ["unprotect", "--all"],
      "config get": ["key"],
      "config set": ["key", "value"],
    };
    const value = /</.test(flag.usage) ? ["x"] : [];
    const line = [...path.split(" "), ...(arguments_[path] ?? []), "--cwd", "/nowhere", name, ...value];
    await expect(program.parseAsync(line, { from: "user" })).rejects.toMatchObject({ exitCode: 2 });
    expect(written[0]).toBe(
      `error: \`nodecloud ${path}\` does not support ${name}. Nothing was done. ${flag.instead}\n`,
    );
  },
);
