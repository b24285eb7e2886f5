import { type Command, Option } from "commander";
import { reportFormats } from "../../drift/formats/format-options";
import { collect, collectPaths, parsePath } from "../flags/value-parsers";
import type * as Run from "./run";

const load = (): typeof Run => require("./run");

export function addDrift(program: Command): void {
  program
    .command("drift")
    .description("Compare stacks with the account, and report every difference. Changes nothing")
    .option(
      "-C, --cwd <folder>",
      "Folder of a project, or one below it; may be repeated (default: .)",
      collectPaths,
    )
    .option(
      "-s, --stack <name>",
      "Name of a stack; may be repeated (default: PULUMI_STACK, then the selected stack, then dev)",
      collect,
    )
    .option("--all-stacks", "Scan all stacks of the projects", false)
    .option(
      "--export <file>",
      "Scan a file written by `stack export`; - for stdin; may be repeated",
      collectPaths,
    )
    .option("--config-file <file>", "Configuration of the stack, instead of Pulumi.<stack>.yaml", parsePath)
    .option("--type <class>", "Scan only resources of this class, such as Instance; may be repeated", collect)
    .option("--all-fields", "Also report changed outputs that no program declares", false)
    .option("--no-unmanaged", "Do not report objects that no scanned stack manages")
    .option("--who", "Show who made each change and when, if the token can read the event log", false)
    .option(
      "--ignore-file <file>",
      "Rules for findings to ignore, instead of .nodecloudignore next to Pulumi.yaml; may be repeated",
      collectPaths,
    )
    .option("--no-ignore", "Apply no rules: no finding is ignored")
    .option("--show-ignored", "List the ignored findings, not only their number", false)
    .addOption(
      new Option("--format <format>", "Format of the report on standard output")
        .choices(reportFormats)
        .default("table"),
    )
    .option("--output <format=file>", "Also write the report to a file; may be repeated", collect)
    .option("--all", "Also list the resources without a finding", false)
    .option("--watch", "After the scan, follow the event log and print changes until interrupted", false)
    .option(
      "--interval <duration>",
      "With --watch: interval between polls of the event log, 5s to 1h (default: 30s)",
    )
    .option(
      "--full-scan-interval <duration>",
      "With --watch: interval between full scans, 5m to 24h (default: 1h)",
    )
    .option("--non-interactive", "Never prompt, even on a terminal", false)
    .addHelpText("after", exitCodes)
    .action(async (options) => {
      process.exitCode = await load().runDrift(options);
    });
}

const exitCodes = `
Exit codes: 0 in sync, 2 drift, 3 incomplete (something could not be read or compared),
1 error, 64 usage error, 129, 130 and 143 interrupted by SIGHUP, SIGINT and SIGTERM. With --watch, an
interrupt after the first scan exits with the last verdict's code.`;
