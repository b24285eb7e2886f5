import { Command } from "commander";
import { printableText } from "../../printable";
import { exampleText } from "../flags/examples";
import type { ApiCall } from "./api-call";
import type * as Call from "./call";
import { type CommandContext, contextOf, withPrintableMessages } from "./context";
import { declareApi } from "./declare-api";

const loadCall = (): typeof Call => require("./call");

/** Runs `nodecloud api` with the arguments after it. Its subcommands, options and help come from the contract. */
export async function runApi(
  argv: readonly string[],
  processContext: CommandContext = contextOf(process),
): Promise<number> {
  const context = withPrintableMessages(processContext);
  const root = new Command("nodecloud api")
    .description("Call an operation of the service and print the response.")
    .usage("<group> <operation> [arguments] [options]")
    .helpOption("-h, --help", "Show help")
    .helpCommand(false)
    .showHelpAfterError("(add --help to list the choices)")
    .exitOverride()
    // Descriptions contain the choices.
    .configureHelp({ optionDescription: ({ description }) => description })
    .configureOutput({
      writeErr: context.printMessage,
      // A reader that closes standard output early does not want the rest of the help.
      writeOut: (text) => void context.output.write(printableText(text)).catch(() => undefined),
    })
    .addHelpText("after", notes);
  let exitCode = 0;
  const run = async (call: ApiCall) => {
    exitCode = await loadCall().runCall(call, context);
  };
  await root.parseAsync([...declareApi(root, argv, context.env, run)], { from: "user" });
  return exitCode;
}

const notes = `
The value of any argument can be @FILE, or @- for standard input. Use this for passwords and card numbers: other users of
the machine can read the command line. For a value that begins with @, write @@.
Exit codes: 0 success, 1 the service rejected the call or cannot be reached, 2 usage error, 3 authentication,
129, 130 and 143 interrupted by SIGHUP, SIGINT and SIGTERM.
${exampleText([
  "nodecloud api instances list --columns id,label,status",
  "nodecloud api instances create --help",
  "nodecloud api instances create --region us-east --type g1-nano-1 --image private/1 --root-pass @password.txt",
])}`;
