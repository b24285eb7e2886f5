/** A message of a run about one resource. */
export interface ReportedMessage {
  /** Empty if it is about the stack. */
  readonly urn: string;
  readonly text: string;
}

/** What a message tells the user to do. */
export type Action =
  | {
      readonly kind: "adopt";
      readonly urn: string;
      readonly ids: readonly string[];
      /** Whether the message names another label as the alternative. */
      readonly orRelabel: boolean;
      /** The URN in the command that the message names as the alternative. */
      readonly orReplace: string | undefined;
    }
  /** `urn`: the one in the command. */
  | { readonly kind: "replace"; readonly urn: string }
  | { readonly kind: "forget and adopt"; readonly urn: string; readonly id: string }
  | { readonly kind: "delete"; readonly ids: readonly string[] }
  /** `urn`: the resource whose create it is to resolve. */
  | { readonly kind: "recover"; readonly urn: string }
  | { readonly kind: "clear pending creates" }
  | { readonly kind: "remove lock" }
  | { readonly kind: "allow empty" }
  | { readonly kind: "delete instead of adopting"; readonly urn: string; readonly id: string }
  | { readonly kind: "leave out"; readonly urn: string; readonly args: readonly string[] }
  | { readonly kind: "refresh" }
  | { readonly kind: "refresh first" }
  | { readonly kind: "wait a day" }
  /** `isInState`: the message names the command that removes the protection from the state. Otherwise the program is enough. */
  | { readonly kind: "unprotect"; readonly urn: string; readonly isInState: boolean }
  | { readonly kind: "make default"; readonly urn: string; readonly id: string }
  | { readonly kind: "keep backups"; readonly instanceId: string };

const idPattern = /(?:private\/\d+|[\w-]+)/.source;
const idList = new RegExp(`${idPattern}(?:, ${idPattern})*`).source;

/** Reads a message as a user does: the ids and commands that it names, and nothing else. */
export function readMessage({ urn, text: shown }: ReportedMessage): readonly Action[] {
  // Without the Pulumi CLI, messages name the commands of this package. They are the same to a user.
  const text = shown.replace(/`nodecloud (up|preview|refresh|destroy)\b/g, "`pulumi $1");
  const actions: Action[] = [];
  const candidates =
    matchOne(text, `\\(candidates: (${idList})\\)`) ??
    matchOne(text, `Candidates for the new [^:]+: (${idList})\\.`) ??
    matchOne(text, `(${idList}) may be the new `) ??
    matchOne(text, `already exists \\((${idList})\\)`);
  const forgotten = wordOf(text, "run `nodecloud state delete ");
  const replaced = isDriftWarning(text) ? undefined : wordOf(text, "`pulumi up --replace ");
  const adoptedId = matchOne(text, '`adopt: "?([\\w/-]+)"?`');
  if (forgotten !== undefined && adoptedId !== undefined) {
    // If the message cannot name the URN, it is that of the resource that failed.
    const resource = forgotten === "<urn>" ? urn : forgotten;
    actions.push({ kind: "forget and adopt", urn: resource, id: adoptedId });
  } else if (candidates !== undefined && /[Ss]et `adopt: /.test(text)) {
    const orRelabel = text.includes("choose another label");
    actions.push({ kind: "adopt", urn, ids: candidates.split(", "), orRelabel, orReplace: replaced });
  } else if (replaced !== undefined) {
    actions.push({ kind: "replace", urn: replaced });
  }
  const unneeded =
    matchOne(
      text,
      `so (${idList}) was not deleted\\. Delete it if no stack contains it and it is no longer needed`,
    ) ??
    matchOne(
      text,
      `^[a-zA-Z ]+ (${idList}) (?:may have been created|has the same label) .* Delete it if no stack contains it and it is no longer needed`,
    );
  const late = matchOne(
    text,
    `^[a-zA-Z ]+ (${idPattern}) was created .*, whose own [a-zA-Z ]+ no longer exists\\. Delete it if it is no longer needed`,
  );
  if (late !== undefined) actions.push({ kind: "delete", ids: [late] });
  if (unneeded !== undefined) actions.push({ kind: "delete", ids: unneeded.split(", ") });
  if (text.includes("add `--allow-empty`")) actions.push({ kind: "allow empty" });
  const notAdopted = matchOne(
    text,
    `adopt: [a-zA-Z ]+ (${idPattern}) was not adopted .* delete it, and remove`,
  );
  if (notAdopted !== undefined) actions.push({ kind: "delete instead of adopting", urn, id: notAdopted });
  const differences = matchOne(
    text,
    "these values can only be set when it is created, and they differ: (.*)\\. Declare the live values",
  );
  if (differences !== undefined) {
    const args = differences.split("; ").flatMap((difference) => difference.split(" ").slice(0, 1));
    actions.push({ kind: "leave out", urn, args });
  }
  if (text.includes("Run `pulumi refresh`")) actions.push({ kind: "refresh" });
  if (/refresh` (before the next `(pulumi )?up`|updates it)/.test(text))
    actions.push({ kind: "refresh first" });
  if (
    /[Rr]un `nodecloud recover[^`]*`(?: to find out what was created|, which (?:adds|searches again|removes))/.test(
      text,
    )
  )
    actions.push({ kind: "recover", urn });
  // The second message is the Pulumi CLI's.
  if (/`refresh --clear-pending-creates`|clear pending CREATE/.test(text)) {
    actions.push({ kind: "clear pending creates" });
  }
  if (/`(nodecloud|pulumi) cancel/.test(text)) actions.push({ kind: "remove lock" });
  if (/\bfor 24 hours\b/i.test(text)) actions.push({ kind: "wait a day" });
  // The second message is the Pulumi CLI's, which names the resource itself.
  if (/is protected|currently marked for protection/.test(text)) {
    const named =
      wordOf(text, "`nodecloud state unprotect ") ??
      matchOne(text, '(?:resource "|state unprotect )(urn:[^"`]+)');
    actions.push({ kind: "unprotect", urn: named ?? urn, isInState: text.includes("state unprotect") });
  }
  const otherDefault = matchOne(
    text,
    `is the default, which cannot be deleted.* The others are (${idPattern}) .*: make one of them the default with \`nodecloud api payment-methods make-default <id>(?: --account [-0-9a-f]+)?\``,
  );
  if (otherDefault !== undefined) actions.push({ kind: "make default", urn, id: otherDefault });
  const withBackups = matchOne(text, "^instance (\\d+): .*: set `backupsEnabled: true` to keep them");
  if (withBackups !== undefined) actions.push({ kind: "keep backups", instanceId: withBackups });
  return actions;
}

/** It names a replacement as one of several ways to end the drift. No run fails because of it. */
function isDriftWarning(text: string): boolean {
  return text.includes("It is not repaired, because that would destroy something");
}

/** The last word of a command in backticks, as a shell reads it. A quoted word may contain backticks. */
function wordOf(text: string, command: string): string | undefined {
  const [, quoted, plain] =
    new RegExp(`${command}(?:'((?:[^']|'\\\\'')+)'|([^\\s\`]+))\``, "s").exec(text) ?? [];
  return quoted?.replaceAll("'\\''", "'") ?? plain;
}

function matchOne(text: string, pattern: string): string | undefined {
  return new RegExp(pattern, "s").exec(text)?.[1];
}
