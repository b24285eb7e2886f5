import { TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { createDisk } from "./disks";
import { callsTo, failuresOf } from "./programs";

const program = declareAll("Image", { golden: { label: "golden", adopt: "private/2" } });
const changesIn = (stack: TestStack) => callsTo(stack).filter((call) => !call.startsWith("GET"));
const statusIn = (stack: TestStack) =>
  stack.emulator.control.world().images.find(({ id }) => id === "private/2")?.status;

it("is refused while the image is pending_upload, and changes nothing", async () => {
  const stack = new TestStack();
  await stack.clock.run(stack.services().client.images.upload({ label: "golden", region: "us-east" }));
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(program))).toEqual([
    expect.stringMatching(
      /^adopt: image private\/2 was not adopted or changed, because it is pending_upload: .*\. Adopt it when it is available\. .* delete it, and remove `adopt`/,
    ),
  ]);
  expect(changesIn(stack)).toEqual([]);
  expect(statusIn(stack)).toBe("pending_upload");
  expect(stack.outputs("golden")).toBeUndefined();
});

it("waits until an image that is being captured is available, without changing it", async () => {
  const stack = new TestStack({ settings: { imagizingSeconds: 90 } });
  const disk_id = await createDisk(stack);
  await stack.clock.advance(60_000);
  await stack.clock.run(stack.services().client.images.create({ disk_id, label: "golden" }));
  expect(statusIn(stack)).toBe("creating");
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(program))).toEqual([]);
  expect(stack.outputs("golden")).toMatchObject({ imageId: "private/2", status: "available" });
  expect(changesIn(stack)).toEqual([]);
});

it("keeps the label of an image that declares only a description if the service's PUT replaces", async () => {
  const stack = new TestStack({ settings: { putOmitted: "replace" } });
  const disk_id = await createDisk(stack);
  await stack.clock.advance(60_000);
  await stack.clock.run(stack.services().client.images.create({ disk_id, label: "golden" }));
  await stack.clock.advance(600_000);
  const adopting = declareAll("Image", { golden: { description: "For the web", adopt: "private/2" } });
  expect(failuresOf(await stack.up(adopting))).toEqual([]);
  const image = stack.emulator.control.world().images.find(({ id }) => id === "private/2");
  expect(image).toMatchObject({ label: "golden", description: "For the web" });
});
