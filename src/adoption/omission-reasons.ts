import { folderName, recoverActions } from "../drift/actions";
import { fullName, managedObjects, type RecordedStack } from "../drift/recorded-stack";
import { describeOpenCreate, mayHaveCreated, type OpenCreate } from "../drift/scan/open-creates";
import type { Finding, Problem } from "../drift/types.generated";
import type { ResourceClass } from "../resources/resource-class";

/** Returns why an object that no stack manages is omitted nevertheless, as a sentence. Undefined if it can be adopted. */
export type OmissionReason = (type: ResourceClass, id: string) => string | undefined;

export function omissionReasons(
  stacks: readonly RecordedStack[],
  findings: readonly Finding[],
  openCreates: readonly OpenCreate[],
): OmissionReason {
  const managed = managedObjects(stacks.map(withoutOldObjects));
  const reasons = new Map<string, string>();
  for (const stack of stacks) {
    for (const { type, id, isPendingDeletion } of stack.resources) {
      if (id && isPendingDeletion)
        reasons.set(
          `${type} ${id}`,
          `It is the old object of a replacement, which the next \`up\` of ${fullName(stack)} deletes.`,
        );
    }
  }
  for (const key of managed) reasons.delete(key);
  for (const { kind, type, id, stack, urn } of findings) {
    if (kind === "notOurs")
      reasons.set(`${type} ${id}`, `${stack} records its id for another object: ${urn}.`);
  }
  return (type, id) => {
    const reason = reasons.get(`${type} ${id}`);
    if (reason !== undefined || managed.has(`${type} ${id}`)) return reason;
    // A backup schedule is part of its instance, and has its id.
    const ofInstance = type === "BackupSchedule" ? reasons.get(`Instance ${id}`) : undefined;
    const create = openCreates.find((one) => mayHaveCreated(one, type, id));
    return ofInstance ?? (create && reasonOf(create));
  };
}

function withoutOldObjects(stack: RecordedStack): RecordedStack {
  return { ...stack, resources: stack.resources.filter(({ isPendingDeletion }) => !isPendingDeletion) };
}

function reasonOf(create: OpenCreate): string {
  const { stack, isCertain } = create;
  return isCertain
    ? `A create request of ${fullName(stack)} created it, so that stack manages it after its next \`up\`.`
    : `${describeOpenCreate(create)}.`;
}

/** Creates that may have created any object: no object of their types can be distinguished from those of the stack. */
export function openCreateProblems(
  openCreates: readonly OpenCreate[],
  types: readonly ResourceClass[],
): readonly Problem[] {
  return openCreates
    .filter(({ type, ids }) => ids === undefined && types.some((one) => one === type))
    .map(({ stack, type, urn }) => {
      const commands = recoverActions(stack).map(({ text }) => `\`${text}\``);
      const place = folderName(stack);
      const advice = `Run ${commands.join(", ")}${place === undefined ? "" : ` in ${place}`} first.`;
      const name = fullName(stack);
      const message = `The create of ${urn} is unresolved, so its stack may manage any of these objects after its next \`up\`. ${advice}`;
      return { subject: `stack ${name}`, stack: name, type, message };
    });
}
