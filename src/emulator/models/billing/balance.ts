import type { Service } from "../../service";
import { centsOf, dollarsOf } from "./money";

/** What is owed, in cents; below 0 it is a credit. */
export function balanceOf(service: Service): number {
  return centsOf(service.world.account.balance);
}

/** Adds to what is owed, and notes since when something has been. */
export function changeBalance(service: Service, cents: number): void {
  setBalance(service, balanceOf(service) + cents);
}

export function setBalance(service: Service, cents: number): void {
  const { account } = service.world;
  const owed_since = cents > 0 ? (account.owed_since ?? service.now()) : null;
  service.world.account = { ...account, balance: dollarsOf(cents), owed_since };
}
