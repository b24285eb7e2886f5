import { gzipSync } from "node:zlib";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { rowsOf, scan } from "../drift/scan/recorded";
import { declareAll, type Inputs } from "./declare-all";
import { clientsIn, png, shop } from "./oauth-clients";
import { callsTo, failuresOf, smallInstance, stepsOf, warningsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const web = { ...smallInstance, label: "web", group: "a" };

/** The created object as the service returns it. */
async function show(stack: TestStack, type: string): Promise<object> {
  const { client } = stack.services();
  const clientId = clientsIn(stack)[0]?.id ?? "";
  return stack.clock.run<object>(
    type === "Instance" ? client.instances.view({ instanceId: 1 }) : client.oauthClients.view({ clientId }),
  );
}

describe("a value that the service ignores or normalizes", () => {
  it.each<[string, string, Inputs, Inputs, string]>([
    [
      "Instance",
      "instances.update",
      web,
      { group: "b ", backupsEnabled: true },
      'instance 1: the service accepted "b " for group and returns "a"',
    ],
    [
      "OAuthClient",
      "oauthClients.update",
      shop,
      { redirectUri: `https://shop.example/${"x".repeat(300)}` },
      `x... for redirectUri and returns "${shop.redirectUri}"`,
    ],
  ])(
    "is reported with the returned value, for each update of type %s",
    async (type, operation, inputs, change, message) => {
      const stack = new TestStack();
      const { faults } = stack.emulator.control;
      await stack.up(declareAll(type, { it: inputs }));
      faults.add({
        operation,
        effect: { status: 200, body: JSON.parse(JSON.stringify(await show(stack, type))) },
      });
      const changed = declareAll(type, { it: { ...inputs, ...change } });
      for (const isSame of [true, true, false]) {
        if (!isSame) faults.clear();
        stack.messages.length = 0;
        const outcome = await stack.up(changed);
        expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update it"]]);
        const warnings = warningsOf(stack);
        expect(warnings).toHaveLength(isSame ? 1 : 0);
        if (isSame)
          expect(warnings.join()).toMatch(
            /Every run will send it again\. Declare the value that the service returns\.$/,
          );
        if (isSame) expect(warnings.join()).toContain(message);
      }
    },
  );

  it.each([
    ["has content", {}, 1],
    ["can be read", { message: "done" }, 5],
  ])("is sent by only three calls if no response %s", async (_, body, attempts) => {
    const stack = new TestStack();
    await stack.up(declareAll("Instance", { it: web }));
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 200, body } });
    stack.emulator.control.forgetRequests();
    const outcome = await stack.up(declareAll("Instance", { it: { ...web, group: "b " } }));
    expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update it"]]);
    expect(callsTo(stack).filter((call) => call.startsWith("PUT"))).toHaveLength(3 * attempts);
    expect(warningsOf(stack).join()).toMatch(
      /accepted "b " for group and returns "a"\. Every run will send it again/,
    );
  });

  it("is sent again after any number of failures", async () => {
    const stack = new TestStack();
    await stack.up(declareAll("Instance", { it: web }));
    const failure = { operation: "instances.update", count: 4 * 5, effect: { status: 500 } };
    stack.emulator.control.faults.add(failure);
    expect(failuresOf(await stack.up(declareAll("Instance", { it: { ...web, group: "b" } })))).toEqual([]);
    expect(stack.outputs("it")).toMatchObject({ group: "b" });
    expect(warningsOf(stack)).toEqual([]);
  });

  it("is not waited for, unless the service returns the previous value", async () => {
    const stack = new TestStack();
    await stack.up(declareAll("Instance", { it: web }));
    const body = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    for (const [group, wait] of [
      ["a", 10_000],
      ["b", 0],
    ] as const) {
      const { faults } = stack.emulator.control;
      faults.add({ operation: "instances.update", effect: { status: 200, body } });
      faults.add({
        operation: "instances.view",
        nth: 3,
        count: 100,
        effect: { status: 200, body: { ...body, group } },
      });
      const startedAt = stack.clock.now();
      expect(stepsOf(await stack.up(declareAll("Instance", { it: { ...web, group: "b " } })))).toEqual([
        "update it",
      ]);
      expect(warningsOf(stack).at(-1)).toContain(`and returns "${group}"`);
      expect(stack.clock.now() - startedAt).toBeGreaterThanOrEqual(wait);
      expect(stack.clock.now() - startedAt).toBeLessThan(wait + 5000);
      faults.clear();
    }
  });

  it("is reported for a backup schedule too, and does not fail it", async () => {
    const stack = new TestStack();
    const schedule = { instanceId: 1, day: "Sunday", window: "W2" };
    await stack.up(declareAll("Instance", { it: web }));
    await stack.clock.advance(60_000);
    const both =
      (day: string): ProgramFunction =>
      async (register) => {
        await register(declare("Instance", "it", web));
        await register(declare("BackupSchedule", "weekly", { ...schedule, day }));
        return {};
      };
    expect(failuresOf(await stack.up(both("Sunday")))).toEqual([]);
    const body = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    stack.emulator.control.faults.add({ operation: "instances.update", effect: { status: 200, body } });
    for (const _ of [1, 2]) {
      stack.messages.length = 0;
      const startedAt = stack.clock.now();
      const outcome = await stack.up(both("Monday"));
      expect([failuresOf(outcome), stepsOf(outcome)]).toEqual([[], ["update weekly"]]);
      expect(warningsOf(stack)).toEqual([
        expect.stringContaining(
          'backup schedule 1: the service accepted "Monday" for day and returns "Sunday"',
        ),
      ]);
      expect(stack.clock.now() - startedAt).toBeLessThan(20_000);
    }
  });

  it("causes no warning if the service does not return it", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    await stack.up(declareAll("Instance", { it: web }));
    const { group, ...others } = JSON.parse(JSON.stringify(await show(stack, "Instance")));
    for (const body of [others, { ...others, group: null }]) {
      faults.add({ operation: "instances.view", effect: { status: 200, body } });
      const named = declareAll("Instance", { it: { ...web, group: `b${Object.keys(body).length}` } });
      expect(stepsOf(await stack.up(named))).toEqual(["update it"]);
      expect(warningsOf(stack)).toEqual([]);
      faults.clear();
    }
  });
});

/** A service that stores strings in lower case, and thumbnails with bytes that differ from those that were sent. */
function startNormalizing() {
  const stack = new TestStack({ settings: { thumbnails: "encodedAgain" } });
  rewriteResponses(stack, (text) => text.replace(/"(label|group)":"[^"]*"/g, (field) => field.toLowerCase()));
  return stack;
}

/** Changes the JSON of all responses of the service. */
function rewriteResponses(stack: TestStack, rewrite: (text: string) => string): void {
  const handle = stack.emulator.fetch.bind(stack.emulator);
  jest.spyOn(stack.emulator, "fetch").mockImplementation(async (request) => {
    const response = await handle(request);
    if (response.headers.get("Content-Type") !== "application/json") return response;
    const { status, headers } = response;
    return new Response(rewrite(await response.text()), { status, headers });
  });
}

describe("a value that the service stores in another form", () => {
  const stepsIn = async (stack: TestStack, program: ProgramFunction) => {
    stack.messages.length = 0;
    const outcome = await stack.up(program);
    expect(failuresOf(outcome)).toEqual([]);
    return stepsOf(outcome);
  };
  const { label: _, ...unlabeled } = web;

  it.each([
    ["generated", unlabeled],
    ["declared", { ...web, label: "My-Web" }],
  ])("in a create is sent once, also after a refresh: a %s label", async (_kind, inputs) => {
    const stack = startNormalizing();
    const program = declareAll("Instance", { Web: inputs });
    expect(await stepsIn(stack, program)).toEqual(["create Web"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(await stepsIn(stack, program)).toEqual([]);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(await stepsIn(stack, program)).toEqual([]);
  });

  it("in an update is sent once, with a warning, until the program or somebody else changes it", async () => {
    const stack = startNormalizing();
    const declareGroup = (group: string) => declareAll("Instance", { it: { ...web, group } });
    await stack.up(declareGroup("a"));
    expect(await stepsIn(stack, declareGroup("Big"))).toEqual(["update it"]);
    expect(warningsOf(stack)).toEqual([
      'instance 1: the service accepted "Big" for group and returns "big". It counts as the declared value until one of the two changes. Declare the value that the service returns to avoid the difference.',
    ]);
    expect(await stepsIn(stack, declareGroup("Big"))).toEqual([]);
    const other = declareAll("Instance", { it: { ...web, group: "Big", label: "web-2" } });
    expect(await stepsIn(stack, other)).toEqual(["update it"]);
    expect(await stepsIn(stack, other)).toEqual([]);
    stack.emulator.control.externalChange({
      kind: "instance_change",
      instanceId: 1,
      patch: { group: "theirs" },
    });
    await stack.clock.advance(60_000);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(await stepsIn(stack, other)).toEqual(["update it"]);
    expect(await stepsIn(stack, other)).toEqual([]);
    expect(await stepsIn(stack, declareAll("Instance", { it: { ...web, group: "Large" } }))).toEqual([
      "update it",
    ]);
    expect(rowsOf(await scan(stack, { types: ["Instance"] }, undefined, 0))).toEqual([]);
  });

  it("is sent once if it is a URL, and another URL is reported", async () => {
    const stack = new TestStack();
    const { faults } = stack.emulator.control;
    await stack.up(declareAll("OAuthClient", { it: shop }));
    const shown = JSON.parse(JSON.stringify(await show(stack, "OAuthClient")));
    const answerWith = (redirectUri: string) => {
      faults.clear();
      for (const operation of ["update", "view", "list"]) {
        const body = { ...shown, redirect_uri: redirectUri };
        const list = { data: [body], page: 1, pages: 1, results: 1 };
        faults.add({
          operation: `oauthClients.${operation}`,
          effect: { status: 200, body: operation === "list" ? list : body },
        });
      }
    };
    const declareUri = (redirectUri: string) => declareAll("OAuthClient", { it: { ...shop, redirectUri } });
    answerWith("https://shop.example/");
    expect(await stepsIn(stack, declareUri("HTTPS://shop.example:443"))).toEqual(["update it"]);
    expect(warningsOf(stack).join()).toContain(
      "It counts as the declared value until one of the two changes",
    );
    expect(await stepsIn(stack, declareUri("HTTPS://shop.example:443"))).toEqual([]);
    answerWith("https://shop.example/x");
    expect(await stepsIn(stack, declareUri("https://shop.example/x/"))).toEqual(["update it"]);
    expect(warningsOf(stack).join()).toContain("Every run will send it again");
    const report = await scan(stack, { types: ["OAuthClient"], unmanaged: false }, undefined, 0);
    expect(report.findings.map(({ message }) => message)).toEqual([
      "redirectUri differs from the program, as it did after the last run. `up --refresh` restores it.",
    ]);
  });

  it("in a create is reported, unless only its form differs", async () => {
    const stack = new TestStack();
    const program = declareAll("OAuthClient", { it: { ...shop, label: "Café" } });
    const respondWith = (label: string) =>
      rewriteResponses(stack, (text) => text.replace(/"label":"Café"/g, `"label":"${label}"`));
    respondWith("cafe\u0301");
    expect(await stepsIn(stack, program)).toEqual(["create it"]);
    expect(warningsOf(stack)).toEqual([]);
    expect(await stepsIn(stack, program)).toEqual([]);
    jest.restoreAllMocks();
    await stack.destroy();
    respondWith("Cafe");
    expect(await stepsIn(stack, program)).toEqual(["create it"]);
    expect(warningsOf(stack).join()).toMatch(
      /accepted "Café" for label and returns "Cafe"\. Every run will send it again\./,
    );
  });

  it("is sent once if it is a thumbnail, until its file changes", async () => {
    const stack = startNormalizing();
    const thumbnail = files.write("logo", png);
    const program = declareAll("OAuthClient", { it: { ...shop, thumbnail } });
    expect(await stepsIn(stack, program)).toEqual(["create it"]);
    expect(warningsOf(stack)).toEqual([
      expect.stringContaining("serves different bytes. They count as the declared thumbnail until the file"),
    ]);
    expect(await stepsIn(stack, program)).toEqual([]);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(await stepsIn(stack, program)).toEqual([]);
    files.write("logo", Buffer.concat([png, png]));
    expect(await stepsIn(stack, program)).toEqual(["update it"]);
    expect(await stepsIn(stack, program)).toEqual([]);
  });

  it("is sent twice if it is a thumbnail that the client had before an interrupted run could record it", async () => {
    const stack = startNormalizing();
    const before = declareAll("OAuthClient", { it: shop });
    const after = declareAll("OAuthClient", { it: { ...shop, thumbnail: files.write("logo", png) } });
    await stack.up(before);
    await stack.killAfterWrites(1, () => stack.up(after));
    expect(await stepsIn(stack, after)).toEqual(["update it"]);
    expect(warningsOf(stack)).toEqual([
      expect.stringContaining("They are the same as before, so the next run sends it again."),
    ]);
    expect(await stepsIn(stack, after)).toEqual(["update it"]);
    expect(warningsOf(stack)).toEqual([expect.stringContaining("They count as the declared thumbnail")]);
    expect(await stepsIn(stack, after)).toEqual([]);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(await stepsIn(stack, after)).toEqual([]);
  });

  it("is found by its generated label after the response to its create was lost", async () => {
    const stack = startNormalizing();
    stack.emulator.control.faults.add({
      operation: "instances.create",
      when: "after",
      count: 1,
      effect: { reset: true },
    });
    const program = declareAll("Instance", { Web: unlabeled });
    expect(await stepsIn(stack, program)).toEqual(["create Web"]);
    expect(stack.messages.map(({ message }) => message).join()).not.toContain("took over");
    expect(await stepsIn(stack, program)).toEqual([]);
    expect(stack.emulator.control.world().instances).toHaveLength(1);
  });

  it("makes an upload whose response was lost a candidate, which can be adopted once it is available", async () => {
    const stack = startNormalizing();
    const effect = { reset: true } as const;
    stack.emulator.control.faults.add({ operation: "images.upload", when: "after", count: 1, effect });
    const inputs = { label: "Golden", region: "us-east", file: files.write("disk.img.gz", gzipSync("disk")) };
    expect(failuresOf(await stack.up(declareAll("Image", { it: inputs }))).join()).toMatch(
      /private\/2 may be the new image labeled "Golden", .*set `adopt: <id>` \(if the image is available\) to take/,
    );
  });

  it("proves by its generated label which object an unresolved create created, so destroy deletes it", async () => {
    const stack = startNormalizing();
    const { faults } = stack.emulator.control;
    faults.add({ operation: "instances.create", when: "after", count: 1, effect: { reset: true } });
    faults.add({ operation: "instances.list", effect: { status: 500 } });
    const outcome = await stack.up(declareAll("Instance", { Web: unlabeled }));
    expect(failuresOf(outcome).join()).toContain("unresolved");
    faults.clear();
    expect(failuresOf(await stack.destroy())).toEqual([]);
    await stack.clock.advance(60_000);
    expect(stack.emulator.control.world().instances).toEqual([]);
  });

  it("is in the state only as a fingerprint, because the declared value may be secret", async () => {
    const stack = startNormalizing();
    await stack.up(declareAll("Instance", { it: { ...web, label: "My-Web" } }));
    expect(stack.outputs("it")?.storedForms).toEqual({ label: expect.stringMatching(/^scrypt:/) });
    await stack.up(declareAll("Instance", { it: { ...web, label: "plain" } }));
    expect(stack.outputs("it")).not.toHaveProperty("storedForms");
  });
});
