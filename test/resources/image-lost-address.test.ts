import { gzipSync } from "node:zlib";
import { prepareImageFile } from "../../src/client";
import type { FaultRuleInput } from "../../src/emulator";
import { deadlineAfter } from "../../src/lifecycle";
import { TestStack } from "../../src/testing";
import { choose, recover } from "../recovery/recovering";
import { declareAll, type Inputs } from "./declare-all";
import { callsTo, failuresOf, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
const file = files.write("golden.img.gz", gzipSync("disk"));
afterAll(() => files.remove());

const minute = 60_000;
const upload = { label: "golden", region: "us-east" };
const golden = (inputs: Inputs = {}) => declareAll("Image", { golden: { ...upload, file, ...inputs } });
const generated = golden({ label: undefined });
const imagesIn = (stack: TestStack) =>
  stack.emulator.control
    .world()
    .images.flatMap(({ id, status, is_public }) => (is_public || id === "private/1" ? [] : [[id, status]]));
const deletesIn = (stack: TestStack) => callsTo(stack).filter((call) => call.startsWith("DELETE"));
const dropResponse = (stack: TestStack, rule: Partial<FaultRuleInput> = {}) =>
  stack.emulator.control.faults.add({
    ...{ operation: "images.upload", when: "after", nth: 1, effect: { reset: true } },
    ...rule,
  });
const mayBe = (id: string) =>
  new RegExp(
    `^image ${id} has the same label \\("golden"\\) and no data; the service deletes it if none arrives within a day\\. .+so it was not deleted and another image is created\\. Delete it`,
  );

/** At which request of an `up` the upload is started. */
async function startOf(program: ReturnType<typeof golden>): Promise<number> {
  const stack = new TestStack();
  await stack.up(program);
  return 1 + stack.emulator.control.requests().findIndex(({ operation }) => operation === "images.upload");
}

/** Someone else starts an upload with the same label, 3.5 s from now, and may send its data. */
async function uploadBeside(stack: TestStack, withData: boolean): Promise<void> {
  const { client, upload: send } = stack.services();
  await stack.clock.sleep(3500);
  const { upload_to: uploadTo = "" } = await client.images.upload(upload);
  if (!withData) return;
  await send({ uploadTo, file: await prepareImageFile(file), deadline: deadlineAfter(stack.clock, "1m") });
}

describe("an upload whose address is lost", () => {
  it.each<[string, FaultRuleInput["effect"]]>([
    ["a reset", { reset: true }],
    ["a 408", { status: 408 }],
    ["half a body", { truncated: true }],
    ["an empty response", { status: 200, body: {} }],
  ])("to %s is deleted and created again if its label is generated", async (_, effect) => {
    const stack = new TestStack();
    dropResponse(stack, { effect });
    expect(failuresOf(await stack.up(generated))).toEqual([]);
    expect(imagesIn(stack)).toEqual([["private/3", "available"]]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("stays if its label was declared, because another one may have it, and a warning names it", async () => {
    const stack = new TestStack();
    dropResponse(stack);
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
    expect(stack.messages.map(({ message }) => message).join()).not.toContain("took over");
    expect(imagesIn(stack)).toEqual([
      ["private/2", "pending_upload"],
      ["private/3", "available"],
    ]);
    expect(warningsOf(stack)).toEqual([expect.stringMatching(mayBe("private/2"))]);
    expect(stack.outputs("golden")?.imageId).toBe("private/3");
    stack.endPlugin();
    await stack.clock.advance(2 * minute);
    expect([stepsOf(await stack.up(golden())), deletesIn(stack)]).toEqual([[], []]);
  });

  it.each([
    [
      "is deleted, each time, and given up after three times",
      generated,
      /was lost 3 times\. The images without data were deleted\. /,
      [],
    ],
    [
      "and has a declared label stays, and is given up after three times",
      golden(),
      /was lost 3 times\. The service may keep private\/2, private\/3, private\/4 for a day\. /,
      ["private/2", "private/3", "private/4"],
    ],
  ])("%s", async (_, program, message, left) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.upload", when: "after", effect: { reset: true } });
    expect(failuresOf(await stack.up(program))).toEqual([expect.stringMatching(message)]);
    expect(callsTo(stack).filter((call) => call === "POST /v4/images/upload")).toHaveLength(3);
    expect(imagesIn(stack).map(([id]) => id)).toEqual(left);
  });

  it.each([false, true])(
    "neither deletes nor takes an image that someone else uploads meanwhile (with data: %j)",
    async (withData) => {
      const stack = new TestStack({ settings: { processingSeconds: 0, listLagSeconds: 20 } });
      dropResponse(stack, { when: "before" });
      const [outcome] = await Promise.all([stack.up(golden()), uploadBeside(stack, withData)]);
      expect(failuresOf(outcome)).toEqual([]);
      expect(imagesIn(stack)).toEqual([
        ["private/2", withData ? "available" : "pending_upload"],
        ["private/3", "available"],
      ]);
      expect(stack.outputs("golden")?.imageId).toBe("private/3");
      expect(deletesIn(stack)).toEqual([]);
      expect(warningsOf(stack)).toHaveLength(withData ? 0 : 1);
    },
  );
});

describe("an upload whose run was killed", () => {
  it("after its id was recorded is deleted and created again, whatever its label", async () => {
    const stack = new TestStack();
    await stack.up(golden(), { killPlugin: { request: (await startOf(golden())) + 1, isCarriedOut: false } });
    await stack.clock.advance(2 * minute);
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
    expect([imagesIn(stack), warningsOf(stack)]).toEqual([[["private/3", "available"]], []]);
  });

  it.each([
    ["is deleted and created again if its label is generated", generated, ["private/3"]],
    ["stays and is created again if its label was declared", golden(), ["private/2", "private/3"]],
  ])("before its response %s", async (_, program, ids) => {
    const stack = new TestStack();
    await stack.up(program, { killPlugin: { request: await startOf(program), isCarriedOut: true } });
    await stack.clock.advance(2 * minute);
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(imagesIn(stack).map(([id]) => id)).toEqual(ids);
    expect(warningsOf(stack)).toHaveLength(ids.length - 1);
  });

  it("during the search after a lost response leaves the object to the next up, which does not delete it either", async () => {
    const stack = new TestStack();
    dropResponse(stack);
    const { intents } = stack.services();
    const request = await startOf(golden());
    await stack.up(golden(), { killPlugin: { request, isCarriedOut: true } });
    const [record] = intents.unfinished();
    await intents.save({ ...record!, id: "private/2", isFound: true });
    await stack.clock.advance(2 * minute);
    expect(failuresOf(await stack.up(golden()))).toEqual([]);
    expect(imagesIn(stack)).toEqual([
      ["private/2", "pending_upload"],
      ["private/3", "available"],
    ]);
  });

  describe("and that `recover` finds", () => {
    async function killed(program: ReturnType<typeof golden>, extra: 0 | 1) {
      const stack = new TestStack();
      const killPlugin = { request: (await startOf(program)) + extra, isCarriedOut: extra === 0 };
      await stack.killAfterWrites(1, () => stack.up(program, { killPlugin }));
      await stack.clock.advance(2 * minute);
      return stack;
    }

    it.each([
      ["certain if its label was generated", generated, 0, {}, "certain"],
      ["certain if its id came with a response", golden(), 1, {}, "certain"],
      ["a question if only its declared label agrees", golden(), 0, {}, "question"],
      [
        "a question if an earlier run found it by its declared label",
        golden(),
        1,
        { isFound: true },
        "question",
      ],
    ] as const)("is %s", async (_, program, extra, more, certainty) => {
      const stack = await killed(program, extra);
      const { intents } = stack.services();
      for (const record of intents.unfinished()) await intents.save({ ...record, ...more });
      expect(await recover(stack)).toMatchObject([{ case: { ids: ["private/2"], certainty } }]);
    });

    it("is recorded if the user chooses that, and the next up replaces it", async () => {
      const stack = await killed(golden(), 0);
      const decide = choose(/^Record image private\/2 \(.*\) in the state/);
      expect(await recover(stack, { decide })).toMatchObject([{ done: { deletes: false } }]);
      expect(failuresOf(await stack.up(golden()))).toEqual([]);
      expect(imagesIn(stack)).toEqual([["private/3", "available"]]);
    });
  });
});
