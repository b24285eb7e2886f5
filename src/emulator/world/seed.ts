import type { Brand } from "../../contract";
import { lastNumbers } from "./consistency";
import { monthEndAfter } from "./months";
import { seedAccount } from "./seed-account";
import type { SeedContext } from "./seed-context";
import { seedRows } from "./table-set";
import { accountTables, sharedTables } from "./tables";
import type { AccountState, WorldState } from "./world-state";

/** The world that an emulator starts with: nothing is deployed, and everything that a deployment needs exists. */
export function seedWorld(brand: Brand, time: number, hasClusterImages = false): WorldState {
  const context = { brand, time, hasClusterImages };
  const first = seedAccountState({ ...context, account: "first" });
  const second = seedAccountState({ ...context, account: "second" });
  const world: WorldState = {
    version: 1,
    brand: brand.word,
    time,
    numbers: {},
    ...seedRows(sharedTables, { ...context, account: "first" }),
    timeline: [first, second].map(({ account: { euuid } }, order) => ({
      at: monthEndAfter(time),
      order,
      due: { kind: "monthEnd", euuid },
    })),
    ...first,
    other_accounts: [second],
  };
  return { ...world, numbers: lastNumbers(world) };
}

function seedAccountState(context: SeedContext): AccountState {
  return { account: seedAccount(context), ...seedRows(accountTables, context) };
}
