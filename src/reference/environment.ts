/** An environment variable that is not a setting of the connection. */
interface Variable {
  readonly name: string;
  readonly readBy: string;
  readonly description: string;
  readonly secret?: true;
}

const runs = "runs of both engines";
const embedded = "the embedded engine";
const commands = "all commands";

/** Every environment variable that a user can set, besides the settings. A test compares the list with the code. */
export const variables: readonly Variable[] = [
  {
    name: "NODECLOUD_HOME",
    readBy: `${runs}, \`drift\`, \`adopt\`, \`recover\`, \`doctor\`, \`stack rm\` and \`stack rename\``,
    description:
      "Folder of the records of creates, deletes and resets of secrets in progress, of the runs that started creates and the objects that runs have seen, of locks and of file hashes, without secrets: an absolute path. Default: `~/.nodecloud`.",
  },
  {
    name: "NODECLOUD_ALLOW_EMPTY",
    readBy: `${runs}, and \`recover\``,
    description:
      "`1` accepts that none of the stack's resources exists, even if the account cannot be verified, as `--allow-empty` does.",
  },
  {
    name: "NODECLOUD_STACK_ACCOUNT",
    readBy: runs,
    description:
      "Account (`euuid`) that the stack's resources belong to: with a token of another one, nothing is created. The embedded engine sets it for each provider to the account that the state records for its resources. Under the Pulumi CLI, set it yourself if the stack has no explicit provider.",
  },
  {
    name: "NODECLOUD_STACK_OBJECTS",
    readBy: embedded,
    description:
      "Ids of the objects in the state, as JSON. The embedded engine sets it for its plugin, so that no create takes over an object of another resource.",
  },
  {
    name: "PULUMI_CONFIG_PASSPHRASE",
    readBy: commands,
    description:
      "Passphrase of the stack's secrets. Without it, a command asks for it on a terminal; `drift`, `adopt`, `doctor` and `api` never ask, and fail if they need it.",
    secret: true,
  },
  {
    name: "PULUMI_CONFIG_PASSPHRASE_FILE",
    readBy: commands,
    description: "Path of a file with the passphrase, if `PULUMI_CONFIG_PASSPHRASE` is not set.",
  },
  {
    name: "PULUMI_BACKEND_URL",
    readBy: commands,
    description:
      "Backend of the stacks; the embedded engine supports `file://` only. Default: `backend.url` of `Pulumi.yaml`, else the project's folder if it has stacks of the project, else the backend that the Pulumi CLI is logged in to, else the project's folder.",
  },
  {
    name: "PULUMI_STACK",
    readBy: commands,
    description: "Stack, if `--stack` is not set. Default: the selected stack.",
  },
  {
    name: "PULUMI_HOME",
    readBy: commands,
    description:
      "Folder in which the Pulumi CLI stores the selected stacks and its login. Default: `~/.pulumi`.",
  },
  {
    name: "PULUMI_CREDENTIALS_PATH",
    readBy: commands,
    description: "Folder of the Pulumi CLI's login, if it is not in `PULUMI_HOME`.",
  },
  {
    name: "PULUMI_ACCESS_TOKEN",
    readBy: commands,
    description: "Access token of Pulumi Cloud. It counts as a login if the Pulumi CLI has none.",
    secret: true,
  },
  {
    name: "PULUMI_API",
    readBy: commands,
    description:
      "Address of Pulumi Cloud, or of a self-hosted Pulumi Cloud, to which `PULUMI_ACCESS_TOKEN` belongs. Default: `https://api.pulumi.com`.",
  },
  {
    name: "PULUMI_PARALLEL",
    readBy: embedded,
    description:
      "Number of resource operations in parallel, if `--parallel` is not set. Default: 4 per processor.",
  },
  {
    name: "PULUMI_SKIP_CONFIRMATIONS",
    readBy: commands,
    description: "`1` or `true` answers every confirmation with yes: `recover` then acts as with `--yes`.",
  },
  {
    name: "PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS",
    readBy: embedded,
    description: "`1` or `true` writes no backups of the state.",
  },
  {
    name: "PULUMI_DISABLE_CHECKPOINT_BACKUPS",
    readBy: embedded,
    description: "Former name of `PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS`.",
  },
  {
    name: "PULUMI_DEBUG_PROMISE_LEAKS",
    readBy: embedded,
    description:
      "Any non-empty value makes the Pulumi SDK print where a program created the promises that it does not await.",
  },
  {
    name: "HTTPS_PROXY",
    readBy: commands,
    description:
      "Ignored, like all proxy variables: calls go to the service directly, so that the token is sent only to the configured address. The error of a failed connection mentions it.",
  },
  {
    name: "no_grpc_proxy",
    readBy: "the Pulumi SDK",
    description:
      "If `https_proxy` or `http_proxy` is set in lower case, set it to `127.0.0.1` for `pulumi up`, whose SDK otherwise uses the proxy between this machine's own processes. `nodecloud up` needs no setting.",
  },
  {
    name: "NODECLOUD_CONTROL_TOKEN",
    readBy: "`nodecloud emulator`",
    description: "Token that the control paths of the emulator require, if `--control-token` is not set.",
    secret: true,
  },
  { name: "NO_COLOR", readBy: commands, description: "Any non-empty value turns colors off." },
];
