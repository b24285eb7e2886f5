import type { Service } from "../../service";
import { maxDollars } from "../../world/written-dollars";
import { centsOf, dollarsOf } from "./money";

/** What the account owes, in cents. A credit is negative. */
export function balanceOf(service: Service): number {
  return centsOf(service.world.account.balance);
}

/** Adds an amount in cents to the balance. */
export function changeBalance(service: Service, cents: number): void {
  setBalance(service, balanceOf(service) + cents);
}

/** Sets the balance in cents, within the bounds of a loaded world, and records since when the account has owed anything. */
export function setBalance(service: Service, cents: number): void {
  const { account } = service.world;
  const balance = Math.min(Math.max(dollarsOf(cents), -maxDollars), maxDollars);
  const owed_since = cents > 0 ? (account.owed_since ?? service.now()) : null;
  service.world.account = { ...account, balance, owed_since };
}
