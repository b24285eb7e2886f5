import type { PendingOperation, Snapshot } from "../../state";
import type { Operation } from "./events";
import type { Run } from "./run";

/** Says of what an earlier run did not see the end, and what comes of it now. */
export function reportPendingOperations(run: Run, before: Snapshot): void {
  for (const pending of before.pendingOperations) {
    const takenUp = pending.type === "creating" && run.stackState.isTakenUp(pending);
    run.message(
      takenUp ? "info" : "warning",
      takenUp ? takenUpText(run) : textOf(pending),
      pending.resource.urn,
    );
  }
}

const interrupted = "An earlier run was killed while it";

/** The provider has a note of it. */
function takenUpText(run: Run): string {
  const { operation, preview } = run.options;
  const now: Readonly<Record<Operation, string>> = {
    up: preview ? "`up` looks" : "This run looks",
    preview: "`up` looks",
    refresh: "It is not in the state, so this run does not read it: `up` looks",
    destroy:
      "If it exists, this run does not delete it, because it is not in the state. Run `up` first: it looks",
  };
  return `${interrupted} created this. ${now[operation]} for it at the service, and creates it only if it is not there.`;
}

function textOf({ type }: PendingOperation): string {
  switch (type) {
    case "creating":
      return `${interrupted} created this; it may exist without standing in the state. Look for it at the service. If it does not exist, \`up\` creates it again. If it does, delete it there, or put it into the state (\`stack export\`, move it from pending_operations into resources with its id and outputs, \`stack import\`). \`refresh --clear-pending-creates\` ends this warning.`;
    case "updating":
    case "deleting":
      return `${interrupted} was ${type} this, so the state may be behind. \`refresh\` brings it up to date.`;
    case "reading":
    case "importing":
      return `${interrupted} was ${type} this. Nothing was changed by that.`;
  }
}
