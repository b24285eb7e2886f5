import type { TestStack } from "../../src/testing";

/** Creates an instance outside the stack and returns the id of its first disk. */
export async function createDisk(stack: TestStack): Promise<number> {
  const { client } = stack.services();
  const arguments_ = {
    region: "us-east",
    type: "g1-nano-1",
    image: "node/debian12",
    root_pass: "long-enough-1",
  };
  await stack.clock.run(client.instances.create(arguments_));
  await stack.clock.advance(60_000);
  return stack.emulator.control.world().disks[0]?.id ?? 0;
}
