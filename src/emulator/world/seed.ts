import type { Brand } from "../../contract";
import { seedNames } from "../well-known";
import { monthEndAfter } from "./months";
import type { RegionRecord } from "./records";
import { seedAccount, seedPaymentMethod } from "./seed-account";
import { seedImages } from "./seed-images";
import { seedOtherAccount } from "./seed-other-account";
import { seedTypes } from "./seed-types";
import { seedTokens, seedUsers } from "./seed-users";
import type { WorldState } from "./world-state";

/** The world that an emulator begins with: nothing is deployed, everything that is needed to deploy is there. */
export function seedWorld(brand: Brand, time: number, hasClusterImages = false): WorldState {
  const account = seedAccount(time);
  const other = seedOtherAccount(brand, time, hasClusterImages);
  return {
    version: 1,
    brand: brand.word,
    time,
    numbers: { image: 1, paymentMethod: 1 },
    users: seedUsers(brand),
    tokens: seedTokens(brand),
    regions: seedRegions(),
    types: seedTypes(),
    images: seedImages(brand, time, hasClusterImages),
    scripts: [
      {
        id: seedNames.script,
        label: "Web server",
        images: [`${brand.word}/debian11`, `${brand.word}/debian12`],
        fields: [
          { name: "hostname", required: true },
          { name: "contact", required: false },
        ],
      },
    ],
    instances: [],
    disks: [],
    configs: [],
    addresses: [],
    backups: [],
    account,
    payment_methods: [seedPaymentMethod(time)],
    oauth_clients: [],
    usages: [],
    invoices: [],
    payments: [],
    notices: [],
    events: [],
    logins: [],
    maintenances: [],
    entity_transfers: [],
    timeline: [account, other.account].map(({ euuid }, order) => ({
      at: monthEndAfter(time),
      order,
      due: { kind: "monthEnd", euuid },
    })),
    other_accounts: [other],
  };
}

function seedRegions(): RegionRecord[] {
  const plain = ["Instances", "Backups", "Block Storage"];
  const next = [...plain, seedNames.virtualNetworks];
  const region = (
    id: string,
    country: string,
    capabilities: string[],
    network: number,
    status: RegionRecord["status"] = "ok",
  ): RegionRecord => ({
    id,
    country,
    capabilities,
    resolvers: {
      ipv4: `192.0.2.${network},192.0.2.${network + 1}`,
      ipv6: `2001:db8:53::${network},2001:db8:53::${network + 1}`,
    },
    status,
  });
  return [
    region(seedNames.region, "us", next, 10),
    region(seedNames.plainRegion, "us", plain, 20),
    region("us-west", "us", plain, 30),
    region("eu-central", "de", next, 40),
    region("eu-west", "gb", plain, 50),
    region(seedNames.regionInOutage, "sg", next, 60, "outage"),
  ];
}
