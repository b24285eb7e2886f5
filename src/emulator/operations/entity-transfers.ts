import { operations } from "../../contract";
import {
  acceptTransfer,
  cancelTransfer,
  createTransfer,
  showTransfer,
  transferFor,
  transfersFor,
} from "../models/transfers/transfers";
import { asCreated } from "../service";
import { list, withToken } from "./handler";

const { entityTransfers: contract } = operations;

/** The operations of section 4.5. */
export const entityTransfers = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(transfersFor(service, caller), (transfer) => showTransfer(service, transfer)),
  ),
  create: withToken(contract.create, ({ service, caller, body }) =>
    showTransfer(service, asCreated(service, createTransfer(service, caller, body))),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showTransfer(service, transferFor(service, caller, path.token)),
  ),
  cancel: withToken(contract.cancel, ({ service, caller, path }) =>
    cancelTransfer(service, caller, path.token),
  ),
  accept: withToken(contract.accept, ({ service, caller, path }) =>
    acceptTransfer(service, caller, path.token),
  ),
};
