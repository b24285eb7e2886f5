import type { Brand } from "../../contract";
import type { SavedWorld } from "../types.generated";
import { lastNumbers } from "./consistency";
import { monthEndAfter } from "./months";
import type { SavedAccount } from "./saved-world";
import { seedAccount } from "./seed-account";
import type { SeedContext } from "./seed-context";
import { seedRows } from "./table-set";
import { accountTables, sharedTables } from "./tables";

/** The world that an emulator starts with: nothing is deployed, and everything that a deployment needs exists. */
export function seedWorld(brand: Brand, time: number, hasClusterImages = false): SavedWorld {
  const context = { brand, time, hasClusterImages };
  const first = seedSavedAccount({ ...context, account: "first" });
  const second = seedSavedAccount({ ...context, account: "second" });
  const world: SavedWorld = {
    version: 1,
    brand: brand.word,
    time,
    numbers: {},
    ...seedRows(sharedTables, { ...context, account: "first" }),
    timeline: [first, second].map(({ account: { euuid } }, order) => ({
      at: monthEndAfter(time),
      order,
      due: { kind: "monthEnd", euuid, account: order + 1 },
    })),
    ...first,
    other_accounts: [second],
  };
  return { ...world, numbers: lastNumbers(world) };
}

function seedSavedAccount(context: SeedContext): SavedAccount {
  return { account: seedAccount(context), ...seedRows(accountTables, context) };
}
