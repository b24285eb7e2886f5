import type { TestStack } from "../src/testing";

/** Lets some time pass after which no instance is busy any more because of a job that has ended, and lists show all objects. */
export async function settle({ clock }: TestStack): Promise<void> {
  await clock.advance(10_000);
}
