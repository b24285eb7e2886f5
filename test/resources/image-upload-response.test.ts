import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { failuresOf } from "./programs";

const folder = mkdtempSync(join(tmpdir(), "image-response-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "golden.img.gz");
writeFileSync(file, gzipSync("disk"));
const program = declareAll("Image", { golden: { file, region: "us-east" } });

const statusesIn = (stack: TestStack) =>
  stack.emulator.control.world().images.flatMap(({ id, status }) => (id === "private/2" ? [status] : []));

const sentIn = (stack: TestStack) =>
  stack.emulator.control.requests().filter(({ operation }) => operation === "images.data").length;

describe("an upload address that responds after it has processed the image", () => {
  it.each([180, 580])("gets the data once if that takes %i s", async (processingSeconds) => {
    const stack = new TestStack({ settings: { uploadResponse: "afterProcessing", processingSeconds } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(statusesIn(stack)).toEqual(["available"]);
    expect(sentIn(stack)).toBe(1);
  });

  it("does not get the data again if the image is available when the wait for the response ends", async () => {
    const stack = new TestStack({ settings: { processingSeconds: 300 } });
    stack.emulator.control.faults.add({ operation: "images.data", when: "after", effect: { hang: true } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(statusesIn(stack)).toEqual(["available"]);
    expect(sentIn(stack)).toBe(1);
  });

  it("may take longer than the wait for the response, and then rejects the data when it is sent again", async () => {
    const stack = new TestStack({ settings: { uploadResponse: "afterProcessing", processingSeconds: 900 } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(statusesIn(stack)).toEqual(["available"]);
    expect(sentIn(stack)).toBe(2);
  });

  it("does not get the data again while the image has a status that is not documented", async () => {
    const stack = new TestStack({ settings: { extraStatuses: true } });
    stack.emulator.control.faults.add({ operation: "images.data", when: "after", effect: { reset: true } });
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(statusesIn(stack)).toEqual(["available"]);
    expect(sentIn(stack)).toBe(1);
  });
});

it("an image that is deleted while its status does not show whether it waits for its data fails the run", async () => {
  const stack = new TestStack();
  const { control } = stack.emulator;
  control.faults.add({
    operation: "images.view",
    count: 1,
    effect: { status: 200, body: { id: "private/2", label: "golden", status: "queued" } },
  });
  void stack.clock
    .sleep(500)
    .then(() => control.externalChange({ kind: "image_delete", imageId: "private/2" }));
  expect(failuresOf(await stack.up(program))).toEqual([
    expect.stringContaining(
      "image private/2 no longer exists: while this run changed it, it was deleted by somebody else",
    ),
  ]);
  expect(sentIn(stack)).toBe(0);
});

it("data is sent again when the image still waits for it and cannot be viewed", async () => {
  const stack = new TestStack();
  const { faults } = stack.emulator.control;
  const later = { when: "later", delay: 600_000 } as const;
  faults.add({ operation: "images.data", count: 1, ...later, effect: { html: 504 } });
  faults.add({ operation: "images.view", from: 2, count: 5, effect: { status: 503 } });
  const startedAt = stack.clock.now();
  expect(failuresOf(await stack.up(program))).toEqual([]);
  expect(stack.clock.now() - startedAt).toBeLessThan(120_000);
  expect(statusesIn(stack)).toEqual(["available"]);
  expect(sentIn(stack)).toBe(2);
});

it.each([
  [
    403,
    /: the service returned 403: Please try again; .+, run `pulumi up --replace urn:\S+`, which gets another upload address\. Remaining steps: upload, ready/,
  ],
  [
    413,
    /: the service returned 413: Please try again; [^;]+ after its creation\. Remaining steps: upload, ready/,
  ],
])(
  "data that the upload address rejects with %i leaves an image without data, and says what helps",
  async (status, message) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status } });
    for (const _ of [1, 2]) expect(failuresOf(await stack.up(program)).join()).toMatch(message);
    expect(statusesIn(stack)).toEqual(["pending_upload"]);
    stack.emulator.control.faults.clear();
    const urn = stack.store.snapshot.resources.find(({ urn: one }) => one.endsWith("::golden"))?.urn ?? "";
    expect(failuresOf(await stack.up(program, { replace: [urn] }))).toEqual([]);
    expect(stack.outputs("golden")).toMatchObject({ status: "available" });
  },
);
