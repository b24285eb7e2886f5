import type { Brand } from "../../contract";
import { seedNames } from "../well-known";
import { seedAccount } from "./seed-account";
import { seedImages } from "./seed-images";
import { scopesOf, seedToken, seedUser } from "./seed-users";
import type { AccountState } from "./world-state";

/** A second account, to transfer things to: it has a user with a token, and nothing yet. */
export function seedOtherAccount(brand: Brand, time: number, hasClusterImages: boolean): AccountState {
  const scopes = [...scopesOf(brand, "read_only"), ...scopesOf(brand, "read_write")];
  return {
    users: [seedUser(seedNames.secondUser)],
    tokens: [seedToken("secondAccount", seedNames.secondUser, scopes)],
    images: seedImages(brand, time, hasClusterImages).filter((image) => image.is_public),
    instances: [],
    disks: [],
    configs: [],
    addresses: [],
    backups: [],
    account: {
      ...seedAccount(time),
      company: "Example Partners",
      email: "billing@partners.example.com",
      first_name: "Grace",
      euuid: "1f2b6c3d-8e4a-4b7a-9d51-6c7e8f9a0b12",
    },
    payment_methods: [],
    oauth_clients: [],
    usages: [],
    invoices: [],
    payments: [],
    notices: [],
    events: [],
    logins: [],
    maintenances: [],
  };
}
