import type { Service } from "../../service";
import type { EntityTransferRecord } from "../../world/people-records";
import { isBusy } from "../account/access";
import { logEvent } from "../events/events";
import { handOver } from "./handover";

type Status = EntityTransferRecord["status"];

/** Whether it may still come about: what it offers can't be offered again. */
export function isOpen({ status }: EntityTransferRecord): boolean {
  return status === "pending" || status === "accepted";
}

export function setTransferStatus(
  service: Service,
  transfer: EntityTransferRecord,
  status: Status,
): EntityTransferRecord {
  return service.world.entityTransfers.put({ ...transfer, status, updated: service.now() });
}

/** 24 hours have passed; who accepted in time keeps what was given. */
export function expiryIsDue(service: Service, token: string): void {
  const transfer = ownTransfer(service, token);
  if (transfer?.status !== "pending") return;
  logTransfer(service, setTransferStatus(service, transfer, "stale"), "entity_transfer_stale");
}

/** The instances change hands: all of them, or none where one is gone or busy. */
export function completionIsDue(service: Service, token: string): void {
  const transfer = ownTransfer(service, token);
  if (transfer?.status !== "accepted") return;
  const receiver = sideOf(service, transfer.receiver);
  const instances = transfer.instances.flatMap((id) => service.world.instances.get(id) ?? []);
  const isWhole = instances.length === transfer.instances.length;
  if (!receiver || !isWhole || instances.some((instance) => isBusy(service, instance))) {
    failTransfer(service, transfer);
    return;
  }
  for (const { id } of instances) handOver(service, receiver, id, transfer.received_by ?? "");
  setTransferStatus(service, transfer, "completed");
}

export function failTransfer(service: Service, transfer: EntityTransferRecord): void {
  logTransfer(service, setTransferStatus(service, transfer, "failed"), "entity_transfer_fail");
}

/** Logs a turn in both accounts, each under its own user. */
export function logTransfer(service: Service, transfer: EntityTransferRecord, action: string): void {
  for (const [number, username] of [
    [transfer.sender, transfer.sent_by],
    [transfer.receiver, transfer.received_by],
  ] as const) {
    const side = sideOf(service, number);
    if (side) logEvent(side, { action, username, transfer });
  }
}

/** A transfer as its sender has it: what comes due is carried out once, and not in each account. */
function ownTransfer({ world }: Service, token: string): EntityTransferRecord | undefined {
  const transfer = world.entityTransfers.get(token);
  return transfer?.sender === world.accountNumber ? transfer : undefined;
}

function sideOf(service: Service, number: number | null): Service | undefined {
  return service.everyAccount().find(({ world }) => world.accountNumber === number);
}
