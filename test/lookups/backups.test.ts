import * as pulumi from "@pulumi/pulumi";
import { getBackups, getBackupsOutput } from "../../src";
import { outputValue, startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

async function startBackedUp() {
  const { client, ...service } = await startServiceWithToken();
  const { id: instanceId } = await client.instances.create({
    ...{ region: "us-east", type: "g1-nano-1", image: "node/debian12", root_pass: "correct-horse-battery" },
    backups_enabled: true,
  });
  service.emulator.control.clock.advance(2 * 24 * 60 * 60 * 1000);
  const snapshot = await client.backups.snapshot({ instanceId, label: "before-upgrade" });
  return { ...service, client, instanceId, snapshot };
}

it("lists automatic backups, a snapshot in progress, and the snapshot once it can be restored", async () => {
  const { options, client, emulator, instanceId, snapshot } = await startBackedUp();
  const found = await getBackups({ instanceId }, options);
  expect(found.automatic.length).toBeGreaterThan(0);
  expect(found.automatic[0]).toMatchObject({ type: "auto", label: null, status: "successful" });
  expect(found.automatic[0]?.disks.map(({ filesystem }) => filesystem)).toEqual(["ext4", "swap"]);
  expect(found.snapshot).toMatchObject({
    current: null,
    inProgress: { id: snapshot.id, type: "snapshot", label: "before-upgrade", finished: null },
  });

  emulator.control.clock.advance(60_000);
  const later = await outputValue(getBackupsOutput({ instanceId: pulumi.output(instanceId) }, options));
  expect(later.snapshot).toMatchObject({
    current: { id: snapshot.id, status: "successful" },
    inProgress: null,
  });
  const { current } = (await client.backups.list({ instanceId })).snapshot;
  expect(later.snapshot.current?.finished).toEqual(expect.any(String));
  expect(later.snapshot.current?.finished).toBe(current?.finished);
});

it("names the call that found no such instance", async () => {
  const { options } = await startServiceWithToken();
  await expect(getBackups({ instanceId: 999 }, options)).rejects.toThrow(/backups\.list .*404/);
});
