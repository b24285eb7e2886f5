import type { Service } from "../../service";
import { centsOf, dollarsOf } from "./money";

/** What the account owes, in cents. A credit is negative. */
export function balanceOf(service: Service): number {
  return centsOf(service.world.account.balance);
}

/** Adds an amount in cents to the balance. */
export function changeBalance(service: Service, cents: number): void {
  setBalance(service, balanceOf(service) + cents);
}

/** Sets the balance in cents, and records since when the account has owed anything. */
export function setBalance(service: Service, cents: number): void {
  const { account } = service.world;
  const owed_since = cents > 0 ? (account.owed_since ?? service.now()) : null;
  service.world.account = { ...account, balance: dollarsOf(cents), owed_since };
}
