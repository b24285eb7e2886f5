import { limits } from "../../../contract";
import type { Service } from "../../service";
import type { EntityTransferRecord } from "../../world/people-records";
import { isClosed } from "../account/cancel";
import { logEvent } from "../events/events";
import { isBusy } from "../instances/busy";
import { StatusMachine } from "../transitions";
import { handOver } from "./handover";

/** The statuses of section 3.4. */
export const transferStatusMachine = new StatusMachine({
  transitions: {
    expire: {
      from: ["pending"],
      to: "stale",
      after: { hours: limits.entityTransfer.hours },
      logs: "entity_transfer_stale",
    },
    cancel: { from: ["pending"], to: "cancelled", logs: "entity_transfer_cancel" },
    accept: { from: ["pending"], to: "accepted", logs: "entity_transfer_accept", next: "complete" },
    complete: { from: ["accepted"], to: "completed", after: "transferSeconds" },
    fail: { from: ["accepted"], to: "failed", logs: "entity_transfer_fail" },
  },
  statusOf: (transfer: EntityTransferRecord) => transfer.status,
  enter: (service, transfer, status, { logs }) => {
    const changed = service.world.entityTransfers.put({ ...transfer, status, updated: service.now() });
    if (logs !== undefined) logTransfer(service, changed, logs);
    return changed;
  },
  dueOf: ({ token }, name) => ({ kind: name === "expire" ? "transferExpiry" : "transferCompletion", token }),
});

/** Whether the transfer can still be completed. The instances of an open one cannot be offered again. */
export function isOpen({ status }: EntityTransferRecord): boolean {
  return status === "pending" || status === "accepted";
}

/** Expires a transfer that nobody accepted in time. */
export function expireTransfer(service: Service, token: string): void {
  const transfer = sentTransfer(service, token);
  if (transfer) transferStatusMachine.apply(service, transfer, "expire");
}

/** Hands the instances of an accepted transfer over. It fails if one of them no longer exists or is busy, or the receiver is closed. */
export function completeTransfer(service: Service, token: string): void {
  const transfer = sentTransfer(service, token);
  if (transfer?.status !== "accepted") return;
  const receiver = accountOf(service, transfer.receiver);
  const instances = transfer.instances.flatMap((id) => service.world.instances.get(id) ?? []);
  const isComplete = instances.length === transfer.instances.length;
  if (
    !receiver ||
    isClosed(receiver) ||
    !isComplete ||
    instances.some((instance) => isBusy(service, instance))
  ) {
    transferStatusMachine.apply(service, transfer, "fail");
    return;
  }
  for (const { id } of instances) handOver(service, receiver, id, transfer.received_by ?? "");
  transferStatusMachine.apply(service, transfer, "complete");
}

/** Logs an event in both accounts, each under its own user. */
export function logTransfer(service: Service, transfer: EntityTransferRecord, action: string): void {
  for (const [number, username] of [
    [transfer.sender, transfer.sent_by],
    [transfer.receiver, transfer.received_by],
  ] as const) {
    const account = accountOf(service, number);
    if (account) logEvent(account, { action, username, transfer });
  }
}

/** The transfer, for the sender's account only, so that a due transition is carried out once and not in every account. */
function sentTransfer({ world }: Service, token: string): EntityTransferRecord | undefined {
  const transfer = world.entityTransfers.get(token);
  return transfer?.sender === world.accountNumber ? transfer : undefined;
}

function accountOf(service: Service, number: number | null): Service | undefined {
  return service.everyAccount().find(({ world }) => world.accountNumber === number);
}
