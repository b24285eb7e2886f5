import { type Args, isStateOf, type Operations } from "../../../contract";
import type { Caller, Service } from "../../service";
import { invalidField } from "../../service-error";
import type { AccountRecord } from "../../world/account-records";
import { logEvent } from "../events/events";
import { requireAccountAccess } from "./grants";
import { updatedPromotions } from "./promotions";

type UpdateBody = Args<Operations["account"]["update"]>;

/** Changes the account's details and promotions, all of them or none (section 4.3). */
export function updateAccount(service: Service, caller: Caller, body: UpdateBody): void {
  requireAccountAccess(caller, "read_write");
  const { active_promotions: promotions, ...details } = body;
  const changed = { ...service.world.account, ...resetDetails(service), ...details };
  if (!isStateOf(changed.country, changed.state)) {
    throw invalidField("state", `for ${changed.country} only the two-letter code is accepted`);
  }
  service.world.account = { ...changed, active_promotions: updatedPromotions(service, promotions) };
  logEvent(service, { action: "account_update", username: caller.user.username });
}

/** Empty details, if an update resets the fields that its body omits. Country, state and e-mail cannot be empty. */
function resetDetails({ settings }: Service): Partial<AccountRecord> {
  if (settings.putOmitted === "merge") return {};
  return {
    address_1: "",
    address_2: "",
    city: "",
    company: "",
    first_name: "",
    last_name: "",
    phone: "",
    tax_id: "",
    zip: "",
  };
}
