import { type Brand, scopeAreas } from "../../contract";
import { hashOf } from "../secrets";
import { seedNames, wellKnownTokens } from "../well-known";
import type { TokenRecord, UserRecord } from "./records";
import type { SeedContext } from "./seed-context";

/** An unrestricted and a restricted user of the first account, one user of the second. */
export function seedUsers({ account, brand }: SeedContext): UserRecord[] {
  if (account === "second") return [seedUser(seedNames.secondUser)];
  return [
    seedUser(seedNames.unrestrictedUser),
    {
      ...seedUser(seedNames.restrictedUser),
      restricted: true,
      grants: [brand.grant("add_nodes")],
    },
  ];
}

export function seedTokens({ account, brand }: SeedContext): TokenRecord[] {
  const { unrestrictedUser, restrictedUser, secondUser } = seedNames;
  const [reading, writing] = [scopesOf(brand, "read_only"), scopesOf(brand, "read_write")];
  if (account === "second") return [seedToken("secondAccount", secondUser, [...reading, ...writing])];
  return [
    seedToken("full", unrestrictedUser, [...reading, ...writing]),
    seedToken("readOnly", unrestrictedUser, reading),
    seedToken("readWrite", unrestrictedUser, writing),
    seedToken("restricted", restrictedUser, [...reading, ...writing]),
    seedToken("scopeless", unrestrictedUser, []),
  ];
}

function seedUser(username: string): UserRecord {
  // An ssh-ed25519 key has 43 letters after its fixed beginning.
  const owner = `ExampleKeyOfTheUser${username[0]?.toUpperCase()}${username.slice(1)}OfTheEmulator`;
  return {
    username,
    restricted: false,
    ssh_keys: [
      `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${owner.padEnd(43, "A").slice(0, 43)} ${username}@example`,
    ],
    grants: [],
    instances: {},
    images: {},
    account: null,
  };
}

function seedToken(name: keyof typeof wellKnownTokens, username: string, scopes: string[]): TokenRecord {
  const sha256 = hashOf(wellKnownTokens[name]);
  return { name, sha256, kind: "personal", username, scopes, client_id: null };
}

function scopesOf(brand: Brand, access: "read_only" | "read_write"): string[] {
  return scopeAreas.map((area) => brand.scope(`${area}:${access}`));
}
