import { Readable } from "node:stream";
import { NodecloudError, type NodecloudErrorCode } from "../../src/client";
import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { catalogOf } from "../../src/resources/catalog";
import { type PropertyMap, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { advanceUntilIdle } from "../advance-until-idle";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
} from "./programs";

const failed = (code: NodecloudErrorCode) => new NodecloudError({ code, message: "failed" });

/** A program that declares an instance and its backup schedule, `nightly`. */
const declareSchedule =
  (schedule: PropertyMap = {}): ProgramFunction =>
  async (register) => {
    const instance = await register(declare("Instance", "web", smallInstance));
    const { instanceId = unknown } = instance.outputs;
    await register(
      declare("BackupSchedule", "nightly", { instanceId, day: "Saturday", window: "W10", ...schedule }),
    );
    return {};
  };

const declareInstances =
  (count: number, inputs: PropertyMap = {}): ProgramFunction =>
  async (register) => {
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        register(declare("Instance", `web-${index}`, { ...smallInstance, ...inputs })),
      ),
    );
    return {};
  };

async function warningsOfFailedList(
  name: "regions" | "images" | "instances",
  failure: unknown,
): Promise<readonly string[]> {
  const stack = new TestStack();
  const services = stack.services();
  const list = { all: () => Readable.from(failing()) };
  async function* failing() {
    yield await Promise.reject(failure);
  }
  const client = { ...services.client, [name]: { ...services.client[name], list } };
  expect(await catalogOf({ ...services, client: client as never })[name]()).toBeUndefined();
  return warningsOf(stack);
}

describe("a value that the service does not list", () => {
  it.each<[string, PropertyMap, RegExp]>([
    [
      "a region",
      { region: "us-eats" },
      /region: there is no region "us-eats"\. Did you mean us-east.*\? Known values: .*us-central/,
    ],
    [
      "a region that resembles none",
      { region: "moon" },
      /region: there is no region "moon"\. Known values: .*us-east/,
    ],
    [
      "a long region",
      { region: "m".repeat(5000) },
      /region: there is no region "m{79}… \(5000 characters\)\. Known values: .*us-east/,
    ],
    [
      "a public image",
      { image: "node/debain12" },
      /image: there is no image "node\/debain12", or the token has no access to it\. Did you mean node\/debian12/,
    ],
    ["a private image", { image: "private/4711" }, /image: there is no image "private\/4711"/],
  ])("fails a preview and an up with a message that names similar values: %s", async (_, inputs, message) => {
    for (const run of ["preview", "up"] as const) {
      const stack = new TestStack();
      expect(failuresOf(await stack[run](webInstance(inputs))).join("\n")).toMatch(message);
      expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
    }
  });

  it("gets at most three suggestions", async () => {
    const [failure = ""] = failuresOf(await new TestStack().preview(webInstance({ image: "node/debian" })));
    expect(/Did you mean (.*?)\?/.exec(failure)?.[1]?.split(/, or |, | or /).length).toBeLessThanOrEqual(3);
  });

  it("is refused in an update before the replacement starts", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    expect(failuresOf(await stack.up(webInstance({ region: "us-eats" }))).join()).toMatch(
      /there is no region/,
    );
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it.each<[string, PropertyMap, RegExp]>([
    [
      "a day in the wrong case",
      { day: "saturday" },
      /day: "saturday" is not a known day\. Did you mean Saturday/,
    ],
    ["a misspelled day", { day: "Wendesday" }, /Did you mean Wednesday/],
    [
      "a window in the wrong case",
      { window: "w10" },
      /window: "w10" is not a known window\. Did you mean W10/,
    ],
    ["an unknown window", { window: "W11" }, /window: "W11".*W10/],
  ])("fails the preview of a backup schedule with a suggestion: %s", async (_, schedule, message) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(declareSchedule(schedule))).join("\n")).toMatch(message);
  });

  it("causes only a warning if it is a day or window that resembles no known one", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(declareSchedule({ day: "Freitag", window: "20-22" })))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(
        /^day: "Freitag" is not a known day\. The service may reject it\. Known values: Sunday, /,
      ),
      expect.stringMatching(/^window: "20-22".*W22/),
    ]);
  });

  it("is compared only with the known days if the token cannot list instances", async () => {
    const stack = new TestStack({ token: "none" });
    const program = declare("BackupSchedule", "nightly", { instanceId: 1, day: "Freitag", window: "W10" });
    await stack.preview(async (register) => {
      await register(program);
      return {};
    });
    expect(warningsOf(stack).filter((warning) => warning.startsWith("day"))).toEqual([
      'day: "Freitag" is not a known day. The service may reject it. Known values: Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday.',
    ]);
  });

  it("is accepted if it is the day of another schedule of the account", async () => {
    const stack = new TestStack();
    await stack.up(declareSchedule());
    const [instance] = instancesIn(stack);
    const world = stack.emulator.control.world();
    const backups = { ...instance!.backups, day: "saturday" };
    stack.emulator.control.load({ ...world, instances: [{ ...instance, backups }] });
    const other: ProgramFunction = async (register) => {
      await register(declare("BackupSchedule", "other", { instanceId: 1, day: "saturday", window: "W10" }));
      return {};
    };
    expect(failuresOf(await stack.preview(other))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });
});

describe("checking values against the lists of the service", () => {
  it("sends two requests for any number of resources", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(declareInstances(20)))).toEqual([]);
    expect(callsTo(stack).sort()).toEqual(["GET /v4/images", "GET /v4/regions"]);
  });

  it("views an image that is not in the list once for any number of resources", async () => {
    const stack = new TestStack();
    const failures = failuresOf(await stack.preview(declareInstances(3, { image: "private/4711" })));
    expect(failures.join()).toMatch(/there is no image "private\/4711"/);
    expect(callsTo(stack).filter((call) => call.endsWith("/4711"))).toEqual(["GET /v4/images/private/4711"]);
  });

  it("sends no request when nothing changes", async () => {
    const stack = new TestStack();
    await stack.up(declareSchedule());
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareSchedule()))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["an error", { status: 500 }],
    ["a 403", { status: 403 }],
    ["no response", { hang: true }],
    ["a body that is not JSON", { garbage: true }],
  ])("refuses nothing when the lists fail with %s", async (_, effect) => {
    const stack = new TestStack();
    for (const operation of ["regions.list", "images.list"]) {
      stack.emulator.control.faults.add({ operation, effect });
    }
    const start = stack.clock.now();
    expect(
      failuresOf(await stack.preview(webInstance({ region: "us-eats", image: "node/debain12" }))),
    ).toEqual([]);
    expect(stack.clock.now() - start).toBeLessThan(10_000);
  });

  it.each<[string, FaultRuleInput["effect"], number]>([
    ["an error", { status: 500 }, 1],
    ["a 403", { status: 403 }, 0],
    ["no response", { hang: true }, 1],
  ])("warns once for all resources when the lists fail with %s", async (_, effect, count) => {
    const stack = new TestStack();
    for (const operation of ["regions.list", "images.list"])
      stack.emulator.control.faults.add({ operation, effect });
    expect(failuresOf(await stack.preview(declareInstances(3)))).toEqual([]);
    const warnings = warningsOf(stack);
    expect(warnings).toHaveLength(count);
    for (const warning of warnings)
      expect(warning).toMatch(
        /^The arguments were not compared with the lists of the service: \w+\.list .+ Run `nodecloud doctor` before `up`\.$/,
      );
  });

  it.each([
    ...(["configuration", "connection", "timeout", "unavailable", "deadline"] as const).map(
      (code) => [code, 1] as const,
    ),
    ...(["forbidden", "not_found", "rejected"] as const).map((code) => [code, 0] as const),
  ])("warns of failures with which an up fails too: of %s %i times", async (code, count) => {
    for (const name of ["regions", "images", "instances"] as const)
      expect(await warningsOfFailedList(name, failed(code))).toHaveLength(count);
  });

  it.each([
    ["regions", 1],
    ["instances", 1],
    ["images", 0],
  ] as const)("warns of a rejected token if %s cannot be listed: %i times", async (name, count) => {
    expect(await warningsOfFailedList(name, failed("unauthorized"))).toHaveLength(count);
  });

  it("neither fails nor warns if a list fails with an error that is not of the client", async () => {
    for (const name of ["regions", "images", "instances"] as const)
      expect(await warningsOfFailedList(name, new TypeError("not iterable"))).toEqual([]);
  });

  it("warns of a rejected token in the preview of an instance with a declared label", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "instances.list", effect: { status: 401 } });
    const program: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", { ...smallInstance, label: "web" }));
      return {};
    };
    expect(failuresOf(await stack.preview(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/instances\.list .* returned 401.* Run `nodecloud doctor` before `up`\.$/),
    ]);
  });

  it("warns of a rejected token in the preview of an instance without a declared label", async () => {
    const stack = new TestStack({ token: "wrong" });
    expect(failuresOf(await stack.preview(declareInstances(2)))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(/instances\.list .* returned 401.* Run `nodecloud doctor` before `up`\.$/),
    ]);
  });

  it("neither refuses nor warns when the token only lacks the scope of images", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({ operation: "images.list", effect: { status: 401 } });
    expect(failuresOf(await stack.preview(webInstance()))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
    expect(callsTo(stack).sort()).toEqual(["GET /v4/images", "GET /v4/node/instances", "GET /v4/regions"]);
  });

  it("sends nothing for unknown values", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(webInstance({ region: unknown, image: unknown })))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("accepts an image that was created after the list was read", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    const [disk] = stack.emulator.control.world().disks;
    const program: ProgramFunction = async (register) => {
      await register(declare("Instance", "web", smallInstance));
      const image = await register(declare("Image", "golden", { diskId: disk?.id ?? 0 }));
      await register(declare("Instance", "copy", { ...smallInstance, image: image.outputs.imageId ?? null }));
      return {};
    };
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
  });

  it("warns about a deprecated image", async () => {
    const stack = new TestStack();
    const deprecatedImage = stack.emulator.control.world().images.find(({ deprecated }) => deprecated);
    expect(failuresOf(await stack.preview(webInstance({ image: deprecatedImage?.id ?? "" })))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/is deprecated\. Choose a newer one/);
  });

  it("does not warn about an image that has become available since the list was requested", async () => {
    const stack = new TestStack({ settings: { listLagSeconds: 300 } });
    const program =
      (hasCopy: boolean): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "web", smallInstance));
        const [disk] = stack.emulator.control.world().disks;
        const { outputs } = await register(declare("Image", "golden", { diskId: disk?.id ?? 0 }));
        const image = outputs.imageId ?? null;
        if (hasCopy) await register(declare("Instance", "copy", { ...smallInstance, image }));
        return {};
      };
    expect(failuresOf(await stack.up(program(false)))).toEqual([]);
    stack.endPlugin();
    await stack.clock.advance(280_000);
    const { data } = await stack.clock.run(stack.services().client.images.list({}));
    expect(data.map(({ status }) => status)).toContain("creating");
    expect(failuresOf(await stack.up(program(true)))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("warns about an image that is not available yet", async () => {
    const stack = new TestStack();
    await stack.up(webInstance());
    await advanceUntilIdle(stack);
    const [disk] = stack.emulator.control.world().disks;
    const { client } = stack.services();
    const { id } = await stack.clock.run(client.images.create({ disk_id: disk?.id ?? 0 }));
    await advanceUntilIdle(stack);
    expect(failuresOf(await stack.preview(webInstance({ image: id })))).toEqual([]);
    expect(warningsOf(stack)).toContain(
      `image: ${id} is creating, and only available images can be deployed.`,
    );
  });
});
