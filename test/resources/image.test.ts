import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, Secret, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "image-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(content: string, name = "golden.img.gz"): string {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith(".gz") ? gzipSync(content) : content);
  return path;
}

function golden(inputs: PropertyMap): ProgramFunction {
  return async (register) => {
    await register(declare("Image", "golden", inputs));
    return {};
  };
}

const upload = (file: string, more: PropertyMap = {}) => golden({ file, region: "us-east", ...more });
const privateImages = (stack: TestStack) =>
  stack.emulator.control.world().images.filter(({ id, is_public }) => !is_public && id !== "private/1");

async function diskOf(stack: TestStack): Promise<number> {
  const program: ProgramFunction = async (register) => {
    await register(
      declare("Instance", "source", {
        region: "us-east",
        type: "g1-nano-1",
        image: "node/debian12",
        rootPass: "long-enough-1",
      }),
    );
    return {};
  };
  await new TestStackOn(stack).up(program);
  return stack.emulator.control.world().disks[0]?.id ?? 0;
}

/** Another stack on the same service. */
class TestStackOn extends TestStack {
  constructor(other: TestStack) {
    super();
    Object.assign(this, { emulator: other.emulator, clock: other.clock });
  }
}

describe("an image from a disk", () => {
  it("is captured, waited for, renamed in place and deleted", async () => {
    const stack = new TestStack();
    const diskId = await diskOf(stack);
    expect(failuresOf(await stack.up(golden({ diskId })))).toEqual([]);
    expect(privateImages(stack)).toMatchObject([{ status: "available" }]);
    expect(stack.outputs("golden")).toMatchObject({
      status: "available",
      imageId: privateImages(stack)[0]?.id,
    });
    const renamed = golden({ diskId, label: "golden", description: "for the web" });
    expect(stepsOf(await stack.up(renamed))).toEqual(["update golden"]);
    expect(privateImages(stack)).toMatchObject([{ label: "golden", description: "for the web" }]);
    expect(stepsOf(await stack.up(renamed))).toEqual([]);
    await stack.up(emptyProgram);
    expect(privateImages(stack)).toEqual([]);
  });
});

describe("an image from a file", () => {
  it("is uploaded and waited for; a second up calls nothing", async () => {
    const stack = new TestStack();
    const program = upload(fileOf("disk"));
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(privateImages(stack)).toMatchObject([{ status: "available" }]);
    expect(stack.outputs("golden")).not.toHaveProperty("uploadTo");
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("that is raw is compressed on the way, and the temporary file is gone afterwards", async () => {
    const stack = new TestStack();
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("nodecloud-image-"));
    expect(failuresOf(await stack.up(upload(fileOf("raw disk", "golden.img"))))).toEqual([]);
    expect(privateImages(stack)).toMatchObject([{ status: "available" }]);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("nodecloud-image-"))).toEqual(before);
  });

  it("is replaced when the content changes, and not when only the path does", async () => {
    const stack = new TestStack();
    const first = fileOf("one", "a.img.gz");
    await stack.up(upload(first));
    const moved = fileOf("one", "b.img.gz");
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(upload(moved)))).toEqual(["update golden"]);
    expect(callsTo(stack)).toEqual([]);
    const changed = fileOf("two", "b.img.gz");
    expect(stepsOf(await stack.up(upload(changed)))).toEqual([
      "createReplacement golden",
      "deleteReplaced golden",
    ]);
    expect(privateImages(stack)).toHaveLength(1);
  });

  it("is hashed once while its size and time stay the same", async () => {
    const stack = new TestStack();
    const path = fileOf("same-size-1", "golden.img");
    const then = new Date("2022-03-21T09:00:00Z");
    utimesSync(path, then, then);
    await stack.up(upload(path));
    writeFileSync(path, "same-size-2");
    utimesSync(path, then, then);
    expect(stepsOf(await stack.up(upload(path)))).toEqual([]);
    utimesSync(path, then, new Date(then.getTime() + 5000));
    expect(stepsOf(await stack.up(upload(path)))).toEqual([
      "createReplacement golden",
      "deleteReplaced golden",
    ]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["a 503", { status: 503 }],
    ["a reset", { reset: true }],
    ["a proxy's 502", { html: 502 }],
  ])("begins anew after %s on the upload", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", count: 2, effect });
    expect(failuresOf(await stack.up(upload(fileOf("disk"))))).toEqual([]);
    expect(privateImages(stack)).toMatchObject([{ status: "available" }]);
  });

  it("that fails for good is kept with its address, secret, and the next up goes on with it, also after a refresh", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = upload(fileOf("disk"));
    expect(failuresOf(await stack.up(program)).join()).toMatch(
      /could not be uploaded: the service answered 500.*Remaining steps: upload, ready/s,
    );
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::golden"));
    expect(kept?.outputs.uploadTo).toBeInstanceOf(Secret);
    await stack.refresh();
    stack.emulator.control.faults.clear();
    expect(stepsOf(await stack.up(program))).toEqual(["update golden"]);
    expect(privateImages(stack)).toMatchObject([{ id: kept?.id, status: "available" }]);
  });

  it("that got no data for 24 hours is replaced", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 500 } });
    const program = upload(fileOf("disk"));
    await stack.up(program);
    stack.emulator.control.faults.clear();
    await stack.clock.advance(25 * 3_600_000);
    const outcome = await stack.up(program);
    expect(failuresOf(outcome)).toEqual([]);
    expect(stepsOf(outcome)).toEqual(["createReplacement golden", "deleteReplaced golden"]);
    expect(privateImages(stack)).toMatchObject([{ status: "available" }]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["a reset", { reset: true }],
    ["a 408", { status: 408 }],
    ["half a body", { truncated: true }],
    ["an empty answer", { status: 200, body: {} }],
  ])("whose address was in an answer lost by %s is made anew, and one image exists", async (_, effect) => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.upload", when: "after", count: 1, effect });
    expect(failuresOf(await stack.up(upload(fileOf("disk"), { label: "golden" })))).toEqual([]);
    expect(privateImages(stack)).toMatchObject([{ status: "available", label: "golden" }]);
  });

  it("is not sent the token, and its address is said nowhere", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.data", effect: { status: 403 } });
    const outcome = await stack.up(upload(fileOf("disk")));
    const [kept] = stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::golden"));
    const secret = kept?.outputs.uploadTo;
    const address = secret instanceof Secret ? String(secret.reveal()) : "";
    expect(address).toMatch(/^http/);
    const all = JSON.stringify([outcome.events, stack.messages, kept]);
    expect(all).not.toContain(address);
    expect(all).not.toContain(new URL(address).pathname);
  });
});

describe("a wrong argument of an image", () => {
  it.each<[string, () => PropertyMap, RegExp]>([
    ["neither source", () => ({}), /file: is required, or `diskId`/],
    [
      "both sources",
      () => ({ file: fileOf("a"), diskId: 1, region: "us-east" }),
      /file: an image is captured from a disk or uploaded from a file, not both/,
    ],
    ["no region", () => ({ file: fileOf("a") }), /region: is required with `file`/],
    [
      "a region for a capture",
      () => ({ diskId: 1, region: "us-east" }),
      /region: must not be set with `diskId`/,
    ],
    [
      "a file that is missing",
      () => ({ file: join(folder, "no.img"), region: "us-east" }),
      /file: .*no\.img.*there is no such file/,
    ],
    ["a folder", () => ({ file: folder, region: "us-east" }), /file: .*it is not a file/],
    ["an empty file", () => ({ file: fileOf("", "e.img"), region: "us-east" }), /file: .*it is empty/],
    [
      "a .gz that is none",
      () => ({ file: rawAs("x.img.gz"), region: "us-east" }),
      /file: .*named \.gz but is not gzip-compressed/,
    ],
    [
      "a description of 65,001",
      () => ({ diskId: 1, description: "d".repeat(65_001) }),
      /description: must have at most 65000 characters/,
    ],
    [
      "an empty description",
      () => ({ diskId: 1, description: "" }),
      /description: must have at least 1 character/,
    ],
    ["adopting a public image", () => ({ adopt: "node/debian12" }), /adopt: /],
  ])("(%s) is refused before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(golden(inputs()))).join("\n")).toMatch(message);
    expect(callsTo(stack)).toEqual([]);
  });

  function rawAs(name: string): string {
    const path = join(folder, name);
    writeFileSync(path, "not gzip");
    return path;
  }

  it("of a preview may be unknown", async () => {
    const stack = new TestStack();
    const outcome = await stack.preview(golden({ diskId: unknown }));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts.created).toBe(1);
    expect(existsSync(folder)).toBe(true);
  });
});
