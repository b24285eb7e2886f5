import type { Args, Operations, ResponseBody } from "../../../contract";
import { hashOf } from "../../secrets";
import { type Caller, formatDateTime, type Service } from "../../service";
import { forbidden, InputErrors, invalidRequest, notFound } from "../../service-error";
import type { EntityTransferRecord } from "../../world/people-records";
import { requireAccountAccess } from "../account/grants";
import { instanceFor } from "../instances/access";
import { requireIdle } from "../instances/busy";
import { isOpen, logTransfer, transferStatusMachine } from "./transitions";

const field = "entities.nodes";

/** The transfers that the account has sent or accepted. */
export function transfersFor(service: Service, caller: Caller): EntityTransferRecord[] {
  requireAccountAccess(caller, "read_only");
  const { accountNumber } = service.world;
  return service.world.entityTransfers
    .all()
    .filter(({ sender, receiver }) => sender === accountNumber || receiver === accountNumber);
}

/** The transfer of a token, which any account may view. Throws a `ServiceError` when there is none. */
export function transferFor(service: Service, caller: Caller, token: string): EntityTransferRecord {
  requireAccountAccess(caller, "read_only");
  const transfer = service.world.entityTransfers.get(token.toLowerCase());
  if (!transfer) throw notFound();
  return transfer;
}

/** Offers instances to any account that uses the token within 24 hours. Until then the sender keeps them. */
export function createTransfer(
  service: Service,
  caller: Caller,
  body: Args<Operations["entityTransfers"]["create"]>,
): EntityTransferRecord {
  requireAccountAccess(caller, "read_write");
  const { world } = service;
  const instances = [...new Set(body.entities.nodes)];
  const errors = new InputErrors();
  for (const id of instances) {
    if (!world.instances.get(id)) errors.add(field, `${id} is not one of your ${service.brand.word}s`);
    else if (isOffered(service, id)) errors.add(field, `${id} is being transferred already`);
  }
  errors.throwIfAny();
  for (const id of instances) requireIdle(service, instanceFor(service, caller, id, "read_write"));

  const now = service.now();
  const transfer = world.entityTransfers.put({
    token: uuidOf(service.randomToken(32)),
    instances,
    created: now,
    updated: now,
    expiry: now + transferStatusMachine.delayOf(service, "expire"),
    status: "pending",
    sender: world.accountNumber,
    sent_by: caller.user.username,
    receiver: null,
    received_by: null,
  });
  transferStatusMachine.plan(service, transfer, "expire");
  logTransfer(service, transfer, "entity_transfer_create");
  return transfer;
}

/** Cancels a pending transfer. Only the sender can. */
export function cancelTransfer(service: Service, caller: Caller, token: string): void {
  requireAccountAccess(caller, "read_write");
  const transfer = pendingTransfer(service, caller, token);
  if (transfer.sender !== service.world.accountNumber) throw forbidden();
  transferStatusMachine.apply(service, transfer, "cancel");
}

/** Accepts a transfer for the caller's account. The instances are handed over a few seconds later. */
export function acceptTransfer(service: Service, caller: Caller, token: string): void {
  requireAccountAccess(caller, "read_write");
  const transfer = pendingTransfer(service, caller, token);
  const { accountNumber } = service.world;
  if (transfer.sender === accountNumber)
    throw invalidRequest("A transfer cannot be accepted by the account that created it.");
  const received = { ...transfer, receiver: accountNumber, received_by: caller.user.username };
  transferStatusMachine.apply(service, received, "accept");
}

export function showTransfer(
  service: Service,
  transfer: EntityTransferRecord,
): ResponseBody<Operations["entityTransfers"]["view"]> {
  const moment = (at: number) => formatDateTime(service, at);
  return {
    token: transfer.token,
    entities: { nodes: transfer.instances },
    created: moment(transfer.created),
    updated: moment(transfer.updated),
    expiry: moment(transfer.expiry),
    is_sender: transfer.sender === service.world.accountNumber,
    status: transfer.status,
  };
}

function pendingTransfer(service: Service, caller: Caller, token: string): EntityTransferRecord {
  const transfer = transferFor(service, caller, token);
  if (transfer.status !== "pending") {
    throw invalidRequest(
      `The transfer is ${transfer.status}: only a pending one can be accepted or cancelled.`,
    );
  }
  return transfer;
}

function isOffered(service: Service, instanceId: number): boolean {
  return service.world.entityTransfers
    .all()
    .some((transfer) => isOpen(transfer) && transfer.instances.includes(instanceId));
}

/** A UUID (version 4) that nobody can guess. */
function uuidOf(secret: string): string {
  const hex = hashOf(secret);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
