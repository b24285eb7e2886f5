import type { NodecloudErrorCode } from "../client";
import type { StateErrorCode } from "../state";

/** The remedy for each code of a `NodecloudError`. The doc comment of the code describes the cause. */
export const clientRemedies: Readonly<Record<NodecloudErrorCode, string>> = {
  input: "Correct the arguments that `fieldErrors` names. Nothing was sent.",
  configuration:
    "Set the values that the message names ([configuration](configuration.md)), and check them with `npx nodecloud doctor`.",
  connection:
    "Check the address and the network. If `effect` is `unknown`, check first whether the call was carried out.",
  timeout:
    "Try again later, or raise `connectTimeout` or `responseTimeout`. If `effect` is `unknown`, check first.",
  unauthorized:
    "Check that this service issued the token, that it has not expired or been revoked, and that it has the scope that the message names.",
  forbidden: "Give the token the scope that the message names, and its user the matching grants.",
  not_found:
    "Check the id and the brand. If `hasErrorBody` is false, the response is not from the service: check the address.",
  rejected:
    "Read `fieldErrors`, which contains the reasons of the service. After a redirect, set the new address.",
  rate_limited: "Call less often, or later: `retryAfter` is the delay that the service requests.",
  unavailable: "Try again later. A call that changes something may have been carried out: check first.",
  incomplete: "Raise `maxListItems`, or find out why the list does not end.",
  unreadable: "Check that the address is that of the service. The call may have been carried out.",
  deadline:
    "Allow more time: `timeouts` of the resource, the `deadline` of the call, or the `listTimeout` of the client.",
  aborted:
    "Nothing: the caller or an interrupt ended the call. `effect` shows whether it may have been carried out.",
};

/** The remedy for each code of a `StateError`. The doc comment of the code describes the cause. */
export const stateRemedies: Readonly<Record<StateErrorCode, string>> = {
  backend: "Set `PULUMI_BACKEND_URL=file://<folder>`, or use the Pulumi CLI with `--engine pulumi`.",
  stackName:
    "Write `<stack>` or `organization/<project>/<stack>`, in letters, digits, hyphens, underscores and dots.",
  noStack:
    "Create it with `nodecloud stack init` or `nodecloud up --create`, or specify one that `nodecloud stack ls` lists.",
  stackExists: "Select it with `nodecloud stack select`, or choose another name.",
  notEmpty: "Run `nodecloud destroy` first. `--force` leaves its resources unmanaged.",
  pendingCreate: "Run `nodecloud recover` first.",
  locked:
    "Wait until the other run has ended. If it is no longer running, `nodecloud cancel` removes the lock.",
  passphrase:
    "Set `PULUMI_CONFIG_PASSPHRASE` or `PULUMI_CONFIG_PASSPHRASE_FILE` to the passphrase with which the stack was created.",
  checkpoint:
    "Restore the file that the message names from the `.bak` file next to it, or correct the export.",
  unsupported:
    "Use the Pulumi CLI for this stack, with `--engine pulumi`, or remove the parts that the message names.",
  noProject:
    "Run the command in the folder of a project, or specify it with `--cwd`. `nodecloud new` writes a project.",
  project: "Fix the problem that the message describes in `Pulumi.yaml`.",
  configuration: "Set or correct the value with `nodecloud config set`.",
  resource: "Copy the URN from `nodecloud stack --show-urns`, and quote it.",
};

interface ErrorHelp {
  readonly cause: string;
  readonly remedy: string;
}

/** The errors without codes that users meet, by class. A test finds the classes that are missing here. */
export const errorClasses: Readonly<Record<string, ErrorHelp>> = {
  LifecycleError: {
    cause: "A resource could not be checked, created, read, updated or deleted.",
    remedy: "See [errors of resources](#errors-of-resources).",
  },
  InitializationError: {
    cause: "The object exists and is in the state, but a later setup step failed.",
    remedy: "Run `up` again, which resumes with the remaining steps.",
  },
  Interrupted: {
    cause: "The run was interrupted, for example with Ctrl-C.",
    remedy: "Run the command again. The state contains everything that was created.",
  },
  EngineEndedError: {
    cause: "The engine of the run was killed, and its plugin sent nothing more.",
    remedy:
      "Run the command again with the same `NODECLOUD_HOME`. On another machine, run `nodecloud recover` first.",
  },
  EngineError: {
    cause:
      "The program or the project asks for something impossible, or for something that the embedded engine does not support.",
    remedy:
      "Fix the problem that the message describes, or use the Pulumi CLI with `--engine pulumi` ([what is supported](../engine.md)).",
  },
  PluginError: {
    cause: "The plugin process of the resources returned an error for a call.",
    remedy: "Fix the problem that the message describes.",
  },
  ProviderEndedError: {
    cause: "The plugin process of the resources ended during a call, or the response to a create was lost.",
    remedy: "Run `nodecloud recover` after a create, and `refresh` after another call. Then run `up` again.",
  },
  BrandError: {
    cause: "A word cannot be the brand.",
    remedy: "Set the word that the operator uses where the interface writes `node`.",
  },
  UsageError: {
    cause: "Options of `nodecloud drift` or `detectDrift` contradict each other.",
    remedy: "Correct the options that the message names.",
  },
  ValueError: {
    cause: "A value on the command line of `nodecloud api` does not fit its argument. Nothing was sent.",
    remedy: "Write the value as the [table of types](../api-command.md#arguments) shows.",
  },
  FolderExistsError: {
    cause: "`nodecloud new` or `nodecloud adopt` would write to a folder that is not empty.",
    remedy: "Choose another folder. Nothing was written.",
  },
  DataError: {
    cause: "The emulator cannot save its world in a folder, or read it from there.",
    remedy: "Follow the advice of the message about the folder ([emulator-data.md](../emulator-data.md)).",
  },
  FailedRun: {
    cause: "A run of `testStack` failed. `result` describes the run up to the failure.",
    remedy: "Read the message: one line for each resource that failed.",
  },
};

/** The errors that a user never sees, with what the user sees instead. */
export const internalErrors: Readonly<Record<string, string>> = {
  ConnectionFault: "a response that the emulator does not send, which the client reports as `connection`",
  DamagedLine: "`DataError`",
  EngineStopping: "the error that ended the run",
  FormProblem: "a message next to a form of the emulator's console",
  InterruptedError: "exit code 129, 130 or 143 of `nodecloud api`",
  LimitOpensTooLate: "`rate_limited` or `deadline`",
  MissingObjectError: "a failed resource, whose message names `pulumi refresh`",
  NothingCreatedError: "a line of `nodecloud recover`, which then removes the record of the create",
  OtherAccountError: "a failed resource, whose message names both accounts",
  OutputClosedError: "the end of `nodecloud api` without a message, because its output was closed",
  OutputError:
    "an error of `nodecloud api`, which says whether the call succeeded although its response cannot be printed",
  ServiceError: "an error response of the emulator",
  TransportFailure: "`connection`, `timeout`, `deadline`, `aborted` or `input`",
};

/** The messages of failed resources that need a decision. Each text occurs in a message; a test finds it in the code. */
export const resourceMessages: readonly (ErrorHelp & { readonly text: string })[] = [
  {
    text: "is required",
    cause: "The program does not set an argument that a new resource requires.",
    remedy: "Set the argument that the message begins with.",
  },
  {
    text: "exists and is in the state, but this run did not finish it",
    cause: "A setup step failed after the object was created.",
    remedy: "Fix the cause, and run `up` again.",
  },
  {
    text: "was not changed, and this run did not record it",
    cause:
      "The first change to an adopted object, or to an instance whose backups are to be scheduled, failed.",
    remedy: "Fix the cause, and run `up` again.",
  },
  {
    text: "and no run has completed it",
    cause: "A run was stopped while it created the resource at another address. Its object may exist.",
    remedy:
      "Run `nodecloud recover`, which searches for it here if the service has moved ([recover.md](../recover.md)).",
  },
  {
    text: "Timed out after",
    cause: "The service took longer than the timeout of the resource.",
    remedy:
      "Run `up` again to wait longer, or set `timeouts`. If the status in the message will not change any more, run the `up --replace` that it names.",
  },
  {
    text: "It is unclear which",
    cause:
      "The response to a create request was lost, and several objects may be its result. Nothing is sent until you decide.",
    remedy: "Set `adopt` to the id of the right one, and delete the others if they are no longer needed.",
  },
  {
    text: "was created for this resource, and nothing was changed",
    cause: "The response to a create request was lost, and no list contains its result yet.",
    remedy:
      "If the object exists, set `adopt` to its id. Otherwise run the `up --replace` that the message names.",
  },
  {
    text: "this machine has no record of the request by which to recognize it",
    cause:
      "A run on another machine, or with another `NODECLOUD_HOME`, could not find out what its create request created.",
    remedy:
      "Run `nodecloud recover`, which shows what the request may have created ([recover.md](../recover.md)).",
  },
  {
    text: "but the token belongs to account",
    cause: "The token and the stack's objects belong to different accounts. Nothing was changed.",
    remedy: "Use a token for the account that the message names ([identity.md](../identity.md)).",
  },
  {
    text: "is not the one in the state",
    cause: "Another object has the id now, or the address belongs to another service.",
    remedy:
      "Check the address. If it is right, remove the resource from the state ([identity.md](../identity.md)).",
  },
  {
    text: "was not found, and neither was any other object of this stack",
    cause: "None of the stack's objects exists, and the account cannot be verified.",
    remedy: "Check the token and the address. If all objects were deleted, add `--allow-empty`.",
  },
  {
    text: "no longer exists: it was deleted outside this run",
    cause: "Somebody else deleted the object, or a run that was interrupted.",
    remedy: "Run `refresh`; the next `up` creates it again.",
  },
  {
    text: "was not adopted or changed, because these values can only be set when it is created, and they differ",
    cause: "The object to adopt differs from the program in arguments whose change would replace it.",
    remedy: "Declare the live values, or omit these arguments.",
  },
  {
    text: "it is pending_upload: its data has not arrived or is being processed",
    cause: "The image to adopt is not complete.",
    remedy: "Adopt it when it is available, or delete it and omit `adopt` to create another image.",
  },
  {
    text: "It would have to be replaced",
    cause: "The program changes an argument that replaces the resource, which is protected.",
    remedy: "Undo the change, or remove `protect` first.",
  },
  {
    text: "The record of an earlier create of this",
    cause:
      "The file that records the last create of this resource is damaged or belongs to another user, so an interrupted create could not be noticed.",
    remedy:
      "Make the file readable. If no run was interrupted, or the object does not exist, delete the file, whose path the message contains.",
  },
  {
    text: "pulumi-nodecloud/provider",
    cause:
      "`Cannot find module`: the Pulumi CLI loads this package from the folder of the program, and only another package there depends on it.",
    remedy: "Add `pulumi-nodecloud` to the dependencies of the program, as well as of its components.",
  },
];
