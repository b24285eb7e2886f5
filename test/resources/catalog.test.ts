import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { type PropertyMap, unknown } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { callsTo, failuresOf, instancesIn, smallInstance, stepsOf, warningsOf, web } from "./programs";

const lists = ["GET /v4/images", "GET /v4/regions"];

const scheduled =
  (schedule: PropertyMap): ProgramFunction =>
  async (register) => {
    const instance = await register(declare("Instance", "web", smallInstance));
    const { instanceId = unknown } = instance.outputs;
    await register(
      declare("BackupSchedule", "nightly", { instanceId, day: "Saturday", window: "W10", ...schedule }),
    );
    return {};
  };

const machines =
  (count: number): ProgramFunction =>
  async (register) => {
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        register(declare("Instance", `web-${index}`, smallInstance)),
      ),
    );
    return {};
  };

describe("a value that the service does not list", () => {
  it.each<[string, PropertyMap, RegExp]>([
    [
      "a region",
      { region: "us-eats" },
      /region: there is no region "us-eats"\. Did you mean us-east.*\? There are .*us-central/,
    ],
    ["a region like none", { region: "moon" }, /region: there is no region "moon"\. There are .*us-east/],
    [
      "a public image",
      { image: "node/debain12" },
      /image: there is no image "node\/debain12", or the token has no access to it\. Did you mean node\/debian12/,
    ],
    ["a private image", { image: "private/4711" }, /image: there is no image "private\/4711"/],
  ])("fails the preview with the listed values: %s", async (_, inputs, message) => {
    for (const run of ["preview", "up"] as const) {
      const stack = new TestStack();
      expect(failuresOf(await stack[run](web(inputs))).join("\n")).toMatch(message);
      expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
    }
  });

  it("suggests at most three others", async () => {
    const [failure = ""] = failuresOf(await new TestStack().preview(web({ image: "node/debian" })));
    expect(/Did you mean (.*?)\?/.exec(failure)?.[1]?.split(/, or |, | or /).length).toBeLessThanOrEqual(3);
  });

  it("is refused when a program changes to it, before a replacement starts", async () => {
    const stack = new TestStack();
    await stack.up(web());
    expect(failuresOf(await stack.up(web({ region: "us-eats" }))).join()).toMatch(/there is no region/);
    expect(instancesIn(stack)).toHaveLength(1);
  });

  it.each<[string, PropertyMap, RegExp]>([
    ["another case", { day: "saturday" }, /day: "saturday" is not a known day\. Did you mean Saturday/],
    ["a slip", { day: "Wendesday" }, /Did you mean Wednesday/],
    ["another case of a window", { window: "w10" }, /window: "w10" is not a known window\. Did you mean W10/],
    ["an odd window", { window: "W11" }, /window: "W11".*W10/],
  ])("fails the preview of a backup schedule: %s", async (_, schedule, message) => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(scheduled(schedule))).join("\n")).toMatch(message);
  });

  it("gets a warning only if a day resembles no known one", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(scheduled({ day: "Freitag", window: "20-22" })))).toEqual([]);
    expect(warningsOf(stack)).toEqual([
      expect.stringMatching(
        /^day: "Freitag" is not a known day\. The service may reject it\. Known are Sunday, /,
      ),
      expect.stringMatching(/^window: "20-22".*W22/),
    ]);
  });

  it("is accepted if an instance of the account uses it", async () => {
    const stack = new TestStack();
    await stack.up(scheduled({}));
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

describe("a check against the service", () => {
  it("sends two requests per run for any number of resources", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(machines(20)))).toEqual([]);
    expect(callsTo(stack).sort()).toEqual(lists);
  });

  it("sends no request when nothing changes", async () => {
    const stack = new TestStack();
    await stack.up(scheduled({}));
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(scheduled({})))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it.each<[string, FaultRuleInput["effect"]]>([
    ["an error", { status: 500 }],
    ["a refusal", { status: 403 }],
    ["silence", { hang: true }],
    ["garbage", { garbage: true }],
  ])("refuses nothing when the service answers with %s", async (_, effect) => {
    const stack = new TestStack();
    for (const operation of ["regions.list", "images.list"]) {
      stack.emulator.control.faults.add({ operation, effect });
    }
    const begun = stack.clock.now();
    expect(failuresOf(await stack.preview(web({ region: "us-eats", image: "node/debain12" })))).toEqual([]);
    expect(stack.clock.now() - begun).toBeLessThan(10_000);
  });

  it("refuses nothing when the token cannot list images", async () => {
    const stack = new TestStack({ token: "none" });
    expect(failuresOf(await stack.preview(web()))).toEqual([]);
  });

  it("accepts an unknown value", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.preview(web({ region: unknown, image: unknown })))).toEqual([]);
    expect(callsTo(stack)).toEqual([]);
  });

  it("views an image that was created after the list was read", async () => {
    const stack = new TestStack();
    await stack.up(web());
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

  it("warns about an image that is deprecated or not available yet", async () => {
    const stack = new TestStack();
    const old = stack.emulator.control.world().images.find(({ deprecated }) => deprecated);
    expect(failuresOf(await stack.preview(web({ image: old?.id ?? "" })))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/is deprecated\. Choose a newer one/);
  });
});
