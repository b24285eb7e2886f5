import { type Answer, type Args, limits, type Operations } from "../../../contract";
import { Findings, forbidden, notFound, refused } from "../../refusal";
import { hashOf } from "../../secrets";
import { type Caller, dateTime, lasting, type Service } from "../../service";
import type { EntityTransferRecord } from "../../world/people-records";
import { instanceFor, refuseBusy, requireAccountGrant } from "../account/access";
import { isOpen, logTransfer, setTransferStatus } from "./status";

const hourLength = 60 * 60 * 1000;
const field = "entities.nodes";

/** What the account has given and taken, or wants to give. */
export function transfersFor(service: Service, caller: Caller): EntityTransferRecord[] {
  requireAccountGrant(caller, "read_only");
  const { accountNumber } = service.world;
  return service.world.entityTransfers
    .all()
    .filter(({ sender, receiver }) => sender === accountNumber || receiver === accountNumber);
}

/** Whoever has the token may look, of whatever account. Throws a `Refusal` when there is none. */
export function transferFor(service: Service, caller: Caller, token: string): EntityTransferRecord {
  requireAccountGrant(caller, "read_only");
  const transfer = service.world.entityTransfers.get(token.toLowerCase());
  if (!transfer) throw notFound();
  return transfer;
}

/** Offers instances to whoever gets the token, for 24 hours. They stay where they are until it is accepted. */
export function createTransfer(
  service: Service,
  caller: Caller,
  body: Args<Operations["entityTransfers"]["create"]>,
): EntityTransferRecord {
  requireAccountGrant(caller, "read_write");
  const { world } = service;
  const instances = [...new Set(body.entities.nodes)];
  const findings = new Findings();
  for (const id of instances) {
    if (!world.instances.get(id)) findings.add(field, `${id} is not one of your nodes`);
    else if (isOffered(service, id)) findings.add(field, `${id} is being transferred already`);
  }
  findings.settle();
  for (const id of instances) refuseBusy(service, instanceFor(service, caller, id, "read_write"));

  const now = service.now();
  const transfer = world.entityTransfers.put({
    token: uuidOf(service.token(32)),
    instances,
    created: now,
    updated: now,
    expiry: now + limits.entityTransfer.hours * hourLength,
    status: "pending",
    sender: world.accountNumber,
    sent_by: caller.user.username,
    receiver: null,
    received_by: null,
  });
  world.timeline.add(transfer.expiry, { kind: "transferExpiry", token: transfer.token });
  logTransfer(service, transfer, "entity_transfer_create");
  return transfer;
}

/** Takes an offer back. Only the sender can, and only while it is pending. */
export function cancelTransfer(service: Service, caller: Caller, token: string): void {
  requireAccountGrant(caller, "read_write");
  const transfer = pendingTransfer(service, caller, token);
  if (transfer.sender !== service.world.accountNumber) throw forbidden();
  logTransfer(service, setTransferStatus(service, transfer, "cancelled"), "entity_transfer_cancel");
}

/** Takes the instances over; they have changed hands some seconds later. */
export function acceptTransfer(service: Service, caller: Caller, token: string): void {
  requireAccountGrant(caller, "read_write");
  const transfer = pendingTransfer(service, caller, token);
  const { accountNumber, timeline } = service.world;
  if (transfer.sender === accountNumber) throw refused("A transfer can not be accepted by who made it.");
  const accepted = setTransferStatus(
    service,
    { ...transfer, receiver: accountNumber, received_by: caller.user.username },
    "accepted",
  );
  logTransfer(service, accepted, "entity_transfer_accept");
  timeline.add(service.now() + lasting(service, "transferSeconds"), {
    kind: "transferCompletion",
    token: transfer.token,
  });
}

export function showTransfer(
  service: Service,
  transfer: EntityTransferRecord,
): Answer<Operations["entityTransfers"]["view"]> {
  const moment = (at: number) => dateTime(service, at);
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
    throw refused(`The transfer is ${transfer.status}: only a pending one can be accepted or cancelled.`);
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
