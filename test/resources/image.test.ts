import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, Secret, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { createDisk } from "./disks";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "image-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeImage(content: string, name = "golden.img.gz"): string {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(content) : content);
  return path;
}

function declareImage(inputs: PropertyMap): ProgramFunction {
  return async (register) => {
    await register(declare("Image", "golden", inputs));
    return {};
  };
}

function declareUpload(file: string, inputs: PropertyMap = {}): ProgramFunction {
  return declareImage({ file, region: "us-east", ...inputs });
}

const privateImagesIn = (stack: TestStack) =>
  stack.emulator.control.world().images.filter(({ id, is_public }) => !is_public && id !== "private/1");

const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("nodecloud-image-"));

describe("an image from a disk", () => {
  it("is taken over if the response to its capture is lost, and a message says so", async () => {
    const stack = new TestStack();
    const diskId = await createDisk(stack);
    await stack.clock.advance(120_000);
    stack.emulator.control.faults.add({
      ...{ operation: "images.create", when: "after", nth: 1, effect: { reset: true } },
    });
    expect(failuresOf(await stack.up(declareImage({ diskId, label: "golden" })))).toEqual([]);
    const id = String(stack.outputs("golden")?.imageId);
    expect(privateImagesIn(stack)).toMatchObject([{ id }]);
    expect(stack.messages.map(({ message }) => message).join()).toContain(`took over image ${id}: `);
  });

  it("is captured, renamed in place and deleted", async () => {
    const stack = new TestStack();
    const diskId = await createDisk(stack);
    expect(failuresOf(await stack.up(declareImage({ diskId })))).toEqual([]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
    expect(stack.outputs("golden")).toMatchObject({
      status: "available",
      imageId: privateImagesIn(stack)[0]?.id,
    });
    const renamed = declareImage({ diskId, label: "golden", description: "for the web" });
    expect(stepsOf(await stack.up(renamed))).toEqual(["update golden"]);
    expect(privateImagesIn(stack)).toMatchObject([{ label: "golden", description: "for the web" }]);
    expect(stepsOf(await stack.up(renamed))).toEqual([]);
    await stack.up(emptyProgram);
    expect(privateImagesIn(stack)).toEqual([]);
  });

  it("is replaced if the program names another disk after a create whose process was killed", async () => {
    const stack = new TestStack();
    const diskId = await createDisk(stack);
    const other = stack.emulator.control.world().disks[1]?.id ?? 0;
    await stack.clock.advance(600_000);
    stack.emulator.control.forgetRequests();
    await stack.up(declareImage({ diskId }), { killPlugin: { request: 2, isCarriedOut: true } });
    expect(callsTo(stack).at(-1)).toBe("POST /v4/images");
    const program = declareImage({ diskId: other });
    expect(failuresOf(await stack.up(program)).join()).toContain("the program has changed since (diskId)");
    expect(stepsOf(await stack.up(program))).toEqual(["createReplacement golden", "deleteReplaced golden"]);
    expect(privateImagesIn(stack)).toHaveLength(1);
  });
});

describe("an image that somebody else captured after the create of one with its label was lost", () => {
  const minute = 60_000;
  /**
   * @param after How long after the lost create, in milliseconds.
   * @param clockAhead How far the clock of the creation times is ahead of that of the responses, in milliseconds.
   */
  async function captureTheirs(after: number, clockAhead: number, serviceClockOffset: number) {
    const stack = new TestStack({ serviceClockOffset });
    const diskId = await createDisk(stack);
    await stack.clock.advance(10 * minute);
    stack.emulator.control.clock.advance(clockAhead);
    const program = declareImage({ diskId, label: "golden" });
    stack.emulator.control.forgetRequests();
    await stack.up(program, { killPlugin: { request: 3, isCarriedOut: false } });
    expect(stack.services().intents.unfinished()).toHaveLength(1);
    await stack.clock.advance(after);
    const { client } = stack.services();
    const theirs = await stack.clock.run(client.images.create({ disk_id: diskId, label: "golden" }));
    await stack.clock.advance(10 * minute);
    const failures = failuresOf(await stack.up(program)).join();
    return { stack, id: theirs.id, failures };
  }

  it.each([
    ["19 minutes later is taken over", 19, 0, 0],
    ["19 minutes later is taken over if the service's clock is ahead", 19, 0, 9 * 60],
    ["an hour later is taken over if only its creation time is from a clock hours ahead", 60, 9 * 60, 0],
  ])("%s", async (_title, after, ahead, offset) => {
    const { stack, id, failures } = await captureTheirs(after * minute, ahead * minute, offset * minute);
    expect(failures).toBe("");
    expect(stack.outputs("golden")).toMatchObject({ imageId: id });
  });

  it.each([
    ["21 minutes later", 21, 0, 0],
    ["21 minutes later, by a service whose clock is ahead,", 21, 0, 9 * 60],
    ["an hour later, by a clock that is minutes ahead,", 60, 9, 0],
  ])("%s stays theirs, and the user decides", async (_title, after, ahead, offset) => {
    const { stack, id, failures } = await captureTheirs(after * minute, ahead * minute, offset * minute);
    expect(failures).toContain(`${id} may be the new image`);
    expect(privateImagesIn(stack)).toMatchObject([{ id }]);
  });
});

describe("an image from a file", () => {
  it("is uploaded, and a second up sends no request", async () => {
    const stack = new TestStack();
    const program = declareUpload(writeImage("disk"));
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
    expect(stack.outputs("golden")).not.toHaveProperty("uploadTo");
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("is replaced in a preview if its file is not known yet", async () => {
    const stack = new TestStack();
    await stack.up(declareUpload(writeImage("disk")));
    const outcome = await stack.preview(declareImage({ file: unknown, region: "us-east" }));
    expect(stepsOf(outcome)).toEqual(["createReplacement golden", "deleteReplaced golden"]);
  });

  it("is compressed before the upload if it is raw, and the temporary file is deleted", async () => {
    const stack = new TestStack();
    const before = temporaryFolders();
    expect(failuresOf(await stack.up(declareUpload(writeImage("raw disk", "golden.img"))))).toEqual([]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
    expect(temporaryFolders()).toEqual(before);
  });

  it("is replaced when its content changes, but not when only its path changes", async () => {
    const stack = new TestStack();
    const first = writeImage("one", "a.img.gz");
    await stack.up(declareUpload(first));
    const moved = writeImage("one", "b.img.gz");
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareUpload(moved)))).toEqual(["update golden"]);
    expect(callsTo(stack)).toEqual([]);
    const changed = writeImage("two", "b.img.gz");
    expect(stepsOf(await stack.up(declareUpload(changed)))).toEqual([
      "createReplacement golden",
      "deleteReplaced golden",
    ]);
    expect(privateImagesIn(stack)).toHaveLength(1);
  });

  describe("that changes during the run", () => {
    const changeAt = (stack: TestStack, isIt: (request: Request) => boolean, change: () => void) => {
      const handled = stack.emulator.fetch.bind(stack.emulator);
      jest.spyOn(stack.emulator, "fetch").mockImplementation(async (request) => {
        const response = await handled(request);
        if (isIt(request)) change();
        return response;
      });
    };
    const isCreate = ({ url }: Request) => url.endsWith("/images/upload");

    it.each(["golden.img", "golden.img.gz"])("is not uploaded: %s", async (name) => {
      const stack = new TestStack();
      const program = declareUpload(writeImage("one", name));
      const before = temporaryFolders();
      changeAt(stack, isCreate, () => writeImage("other", name));
      expect(failuresOf(await stack.up(program)).join()).toMatch(/file: ".*" changed during this run/);
      expect(callsTo(stack).filter((call) => call.startsWith("PUT "))).toEqual([]);
      expect(temporaryFolders()).toEqual(before);
      jest.restoreAllMocks();
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
    });

    it("is reported after the upload, if it was sent as it is and not deleted", async () => {
      const stack = new TestStack();
      const upload = async (name: string, change: (path: string) => void) => {
        const path = writeImage("one", name);
        changeAt(
          stack,
          ({ method }) => method === "PUT",
          () => change(path),
        );
        const failures = failuresOf(await stack.up(declareUpload(path)));
        jest.restoreAllMocks();
        await stack.up(emptyProgram);
        return failures.join();
      };
      const rewrite = (path: string) => writeFileSync(path, gzipSync("two"));
      expect(await upload("one.img.gz", rewrite)).toMatch(
        /file: ".*" changed while it was uploaded, so image private\/\d+ may have other data/,
      );
      expect(await upload("two.img.gz", (path) => rmSync(path))).toBe("");
      expect(await upload("three.img", rewrite)).toBe("");
    });
  });

  it("is noticed as changed even if its size and modification time are the same", async () => {
    const stack = new TestStack();
    const path = writeImage("same-size-1", "golden.img");
    const then = new Date("2022-03-21T09:00:00Z");
    utimesSync(path, then, then);
    await stack.up(declareUpload(path));
    writeFileSync(path, "same-size-2");
    utimesSync(path, then, then);
    expect(stepsOf(await stack.up(declareUpload(path)))).toEqual([
      "createReplacement golden",
      "deleteReplaced golden",
    ]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["a 503", { status: 503 }],
    ["a reset", { reset: true }],
    ["a proxy's 502", { html: 502 }],
  ])("is uploaded again after %s", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", count: 2, effect });
    expect(failuresOf(await stack.up(declareUpload(writeImage("disk"))))).toEqual([]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["a 503", { status: 503 }],
    ["a reset", { reset: true }],
  ])(
    "waits for its data to be processed if it arrived and the response was lost to %s",
    async (_, effect) => {
      const stack = new TestStack();
      stack.emulator.control.faults.add({ operation: "images.data", when: "after", count: 1, effect });
      expect(failuresOf(await stack.up(declareUpload(writeImage("disk"))))).toEqual([]);
      expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
      expect(callsTo(stack).filter((call) => call.startsWith("PUT "))).toHaveLength(2);
    },
  );

  it("waits for its data to be processed when the run before was killed after it had sent them", async () => {
    const stack = new TestStack({ settings: { processingSeconds: 120 } });
    const program = declareUpload(writeImage("disk"));
    stack.emulator.control.faults.add({ operation: "images.data", when: "after", effect: { status: 500 } });
    expect(failuresOf(await stack.up(program)).join()).toContain("; if no attempt delivered the data");
    stack.emulator.control.faults.clear();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
  });

  it("fails if its data is rejected and no attempt delivered it: immediately, or after 10 minutes if one may have", async () => {
    for (const [status, minutes] of [
      [403, 0],
      [409, 10],
    ] as const) {
      const stack = new TestStack();
      stack.emulator.control.faults.add({ operation: "images.data", effect: { status } });
      const startedAt = stack.clock.now();
      expect(failuresOf(await stack.up(declareUpload(writeImage("disk")))).join()).toContain(`${status}`);
      expect(Math.floor((stack.clock.now() - startedAt) / 60_000)).toBe(minutes);
    }
  });

  it("fails immediately when a later attempt is rejected for the size of its data", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "images.data", nth: 1, effect: { status: 503 } });
    faults.add({ operation: "images.data", from: 2, effect: { status: 413 } });
    const startedAt = stack.clock.now();
    expect(failuresOf(await stack.up(declareUpload(writeImage("disk")))).join()).toContain("413");
    expect(stack.clock.now() - startedAt).toBeLessThan(60_000);
  });

  it("stays in the state with its secret upload address when the upload fails, and the next up resumes it after a refresh", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = declareUpload(writeImage("disk"));
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /could not be uploaded: the service returned 500.*Remaining steps: upload, ready/s,
    );
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::golden"));
    expect(kept?.outputs.uploadTo).toBeInstanceOf(Secret);
    await stack.refresh();
    stack.emulator.control.faults.clear();
    expect(stepsOf(await stack.up(program))).toEqual(["update golden"]);
    expect(privateImagesIn(stack)).toMatchObject([{ id: kept?.id, status: "available" }]);
  });

  it("may take as long as a create when a later up resumes it", async () => {
    for (const timeouts of [{}, { update: "20m", create: "1m" }]) {
      const stack = new TestStack({ settings: { processingSeconds: 900 } });
      const program = declareUpload(writeImage("disk"), { timeouts });
      stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 403 } });
      await stack.up(program);
      stack.emulator.control.faults.clear();
      expect(failuresOf(await stack.up(program))).toEqual([]);
      expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
    }
  });

  it("names the argument that extends its deadline when that passes", async () => {
    const stack = new TestStack();
    const timeouts = { create: "1m", update: "1s" };
    stack.emulator.control.faults.add({ operation: "images.data", effect: { latency: 70_000 } });
    const program = declareUpload(writeImage("disk"), { timeouts });
    for (const _ of ["create", "resumption"]) {
      const startedAt = stack.clock.now();
      expect(failuresOf(await stack.up(program)).join()).toMatch(
        /deadline passed; if no attempt .*creation\. Set a longer timeout in `timeouts`\. Remaining/,
      );
      expect(stack.clock.now() - startedAt).toBe(60_000);
    }
  });

  it("may take no longer than an update when a later up resumes an update", async () => {
    const stack = new TestStack();
    const file = writeImage("disk");
    await stack.up(declareUpload(file, { label: "golden" }));
    stack.emulator.control.faults.add({ operation: "images.update", effect: { latency: 70_000 } });
    const program = declareUpload(file, { label: "silver", timeouts: { create: "5m", update: "1m" } });
    for (const _ of ["update", "resumption"]) {
      const startedAt = stack.clock.now();
      expect(failuresOf(await stack.up(program)).join()).toMatch(/Remaining steps: settings/);
      expect(stack.clock.now() - startedAt).toBe(60_000);
    }
  });

  it("is not replaced if its data arrived although no response said so", async () => {
    const stack = new TestStack();
    const fault = stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = declareUpload(writeImage("disk"));
    await stack.up(program);
    stack.emulator.control.faults.clear(fault);
    stack.emulator.control.externalChange({
      ...{ kind: "image_change", imageId: "private/2", patch: { status: "available" } },
    });
    await stack.clock.advance(25 * 3_600_000);
    const outcome = await stack.up(program);
    expect(failuresOf(outcome)).toEqual([]);
    expect(stepsOf(outcome)).toEqual(["update golden"]);
    expect(privateImagesIn(stack)).toMatchObject([{ id: "private/2", status: "available" }]);
  });

  it("is not replaced if it cannot be read", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = declareUpload(writeImage("disk"));
    await stack.up(program);
    stack.emulator.control.faults.clear();
    await stack.clock.advance(25 * 3_600_000);
    stack.emulator.control.faults.add({ operation: "images.view", effect: { status: 403 } });
    stack.emulator.control.forgetRequests();
    expect(failuresOf(await stack.up(program))).toHaveLength(1);
    expect(callsTo(stack)).not.toContain("POST /v4/images/upload");
  });

  it("is replaced when no data arrived for 24 hours", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = declareUpload(writeImage("disk"));
    await stack.up(program);
    stack.emulator.control.faults.clear();
    await stack.clock.advance(25 * 3_600_000);
    const outcome = await stack.up(program);
    expect(failuresOf(outcome)).toEqual([]);
    expect(stepsOf(outcome)).toEqual(["createReplacement golden", "deleteReplaced golden"]);
    expect(privateImagesIn(stack)).toMatchObject([{ status: "available" }]);
  });

  it("keeps its upload address out of messages, events and the state in plain text", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 403 } });
    const outcome = await stack.up(declareUpload(writeImage("disk")));
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::golden"));
    const secret = kept?.outputs.uploadTo;
    const address = secret instanceof Secret ? String(secret.reveal()) : "";
    expect(address).toMatch(/^http/);
    const all = JSON.stringify([outcome.events, stack.messages, kept]);
    expect(all).not.toContain(address);
    expect(all).not.toContain(new URL(address).pathname);
  });
});

describe("an invalid argument of an image", () => {
  it.each<[string, () => PropertyMap, RegExp]>([
    ["no source", () => ({}), /file: is required unless `diskId` is set/],
    [
      "both sources",
      () => ({ file: writeImage("a"), diskId: 1, region: "us-east" }),
      /file: an image is captured from a disk or uploaded from a file, not both/,
    ],
    ["no region", () => ({ file: writeImage("a") }), /region: is required with `file`/],
    [
      "a region for a capture",
      () => ({ diskId: 1, region: "us-east" }),
      /region: must not be set with `diskId`/,
    ],
    [
      "a missing file",
      () => ({ file: join(folder, "no.img"), region: "us-east" }),
      /file: .*no\.img.*there is no such file/,
    ],
    [
      "the content of a file instead of its path",
      () => ({ file: "d".repeat(100_000), region: "us-east" }),
      /file: "d{999}… \(100000 characters\): there is no such file/,
    ],
    ["a folder", () => ({ file: folder, region: "us-east" }), /file: .*it is not a file/],
    ["an empty file", () => ({ file: writeImage("", "e.img"), region: "us-east" }), /file: .*it is empty/],
    [
      "a .gz file that is not compressed",
      () => ({ file: writeUncompressed("x.img.gz"), region: "us-east" }),
      /file: .*named \.gz but is not gzip-compressed/,
    ],
    [
      "a description of 65,001 characters",
      () => ({ diskId: 1, description: "d".repeat(65_001) }),
      /description: must have at most 65000 characters/,
    ],
    [
      "an empty description",
      () => ({ diskId: 1, description: "" }),
      /description: must have at least 1 character/,
    ],
    ["adopting a public image", () => ({ adopt: "node/debian12" }), /adopt: /],
    [
      "adopting an id of a dot",
      () => ({ adopt: "private/." }),
      /adopt: is not valid \(an id of a private image/,
    ],
    [
      "adopting an id of two dots",
      () => ({ adopt: "private/.." }),
      /adopt: is not valid \(an id of a private image/,
    ],
  ])("(%s) is refused before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareImage(inputs()))).join("\n")).toMatch(message);
    expect(callsTo(stack)).toEqual([]);
  });

  function writeUncompressed(name: string): string {
    const path = join(folder, name);
    writeFileSync(path, "not gzip");
    return path;
  }

  it("does not include an unknown value in preview", async () => {
    const stack = new TestStack();
    const outcome = await stack.preview(declareImage({ diskId: unknown }));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts.created).toBe(1);
  });
});
