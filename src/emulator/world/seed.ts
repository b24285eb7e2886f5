import type { Brand } from "../../contract";
import { hashOf } from "../secrets";
import { seedNames, wellKnownTokens } from "../well-known";
import { monthEndAfter } from "./months";
import type { RegionRecord, TokenRecord, UserRecord } from "./records";
import { seedAccount, seedPaymentMethod } from "./seed-account";
import { seedImages } from "./seed-images";
import { seedTypes } from "./seed-types";
import type { WorldState } from "./world";

/** The world that an emulator begins with: nothing is deployed, everything that is needed to deploy is there. */
export function seedWorld(brand: Brand, time: number): WorldState {
  const account = seedAccount(time);
  return {
    version: 1,
    brand: brand.word,
    time,
    numbers: { image: 1, paymentMethod: 1 },
    users: seedUsers(brand),
    tokens: seedTokens(brand),
    regions: seedRegions(),
    types: seedTypes(),
    images: seedImages(brand, time),
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
    timeline: [{ at: monthEndAfter(time), order: 0, due: { kind: "monthEnd", euuid: account.euuid } }],
  };
}

function seedUsers(brand: Brand): UserRecord[] {
  return [
    {
      username: seedNames.unrestrictedUser,
      restricted: false,
      ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleKeyOfTheUserAdminOfTheEmulator admin@example"],
      grants: [],
      instances: {},
      images: {},
      account: null,
    },
    {
      username: seedNames.restrictedUser,
      restricted: true,
      ssh_keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExampleKeyOfTheUserLimitedOfTheEmu limited@example"],
      grants: [brand.grant("add_nodes")],
      instances: {},
      images: {},
      account: null,
    },
  ];
}

const areas = ["nodes", "account", "events", "maintenance", "images"];

function seedTokens(brand: Brand): TokenRecord[] {
  const scopes = (...access: string[]) =>
    areas.flatMap((area) => access.map((one) => brand.scope(`${area}:${one}`)));
  const token = (name: string, text: string, username: string, granted: string[]): TokenRecord => ({
    name,
    sha256: hashOf(text),
    kind: "personal",
    username,
    scopes: granted,
    client_id: null,
  });
  const { unrestrictedUser, restrictedUser } = seedNames;
  return [
    token("full", wellKnownTokens.full, unrestrictedUser, scopes("read_only", "read_write")),
    token("readOnly", wellKnownTokens.readOnly, unrestrictedUser, scopes("read_only")),
    token("readWrite", wellKnownTokens.readWrite, unrestrictedUser, scopes("read_write")),
    token("restricted", wellKnownTokens.restricted, restrictedUser, scopes("read_only", "read_write")),
    token("scopeless", wellKnownTokens.scopeless, unrestrictedUser, []),
  ];
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
