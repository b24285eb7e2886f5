import type { TestStack } from "../../../src/testing";

/** An instance that no stack manages, with a backup and a disk. */
export async function createOtherInstance(stack: TestStack) {
  const { client } = stack.services();
  const { id } = await stack.clock.run(
    client.instances.create({
      ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "long-enough-1" },
      ...{ label: "other", backups_enabled: true, tags: ["other"] },
    }),
  );
  await stack.clock.advance(600_000);
  const backup = await stack.clock.run(client.backups.snapshot({ instanceId: id, label: "before" }));
  await stack.clock.advance(600_000);
  const { disks, configs } = stack.emulator.control.world();
  const idsOf = (records: readonly { readonly id: number; readonly instance_id: number }[]) =>
    records.filter((record) => record.instance_id === id).map((record) => record.id);
  return { id, backupId: backup.id, disks: idsOf(disks), configs: idsOf(configs) };
}

/** Creates instances with two disks each, and waits until lists contain them. */
export async function createInstances(stack: TestStack, count: number) {
  const { client } = stack.services();
  for (let index = 0; index < count; index++) {
    const deployment = {
      region: "us-east",
      type: "g1-nano-1",
      image: "node/debian12",
      root_pass: "long-enough-1",
    };
    await stack.clock.run(client.instances.create({ ...deployment, backups_enabled: false }));
  }
  await stack.clock.advance(600_000);
}
