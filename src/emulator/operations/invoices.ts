import { operations } from "../../contract";
import { invoiceFor, invoicesFor, showInvoice, showInvoiceItem } from "../models/billing/invoices";
import { list, withToken } from "./handler";

const { invoices: contract } = operations;

/** The operations of section 4.3: invoices. */
export const invoices = {
  list: withToken(contract.list, ({ service, caller }) =>
    list(invoicesFor(service, caller), (invoice) => showInvoice(service, invoice)),
  ),
  view: withToken(contract.view, ({ service, caller, path }) =>
    showInvoice(service, invoiceFor(service, caller, path.invoiceId)),
  ),
  listItems: withToken(contract.listItems, ({ service, caller, path }) => {
    const { items } = invoiceFor(service, caller, path.invoiceId);
    return list(items, (item) => showInvoiceItem(service, item));
  }),
};
