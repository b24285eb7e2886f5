import type { TestStack } from "../src/testing";

/** Lets time pass until no instance is busy any longer after a job, and lists contain all objects. */
export async function advanceUntilIdle({ clock }: TestStack): Promise<void> {
  await clock.advance(10_000);
}
