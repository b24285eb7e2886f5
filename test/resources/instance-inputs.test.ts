import { seedNames } from "../../src/emulator";
import { withoutEmptyNames } from "../../src/resources/instance.interfaces";
import type { PropertyMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import {
  callsTo,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
  warningsOf,
  webInstance,
  webInstanceFrom,
} from "./programs";

type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

/** Every kind of invalid argument of section 2.1: the arguments that replace valid ones, and the expected message. */
const invalidArguments: readonly (readonly [string, Inputs, RegExp])[] = [
  [
    "a missing region",
    { region: undefined },
    /^region: is required to create an instance\. Set it to the id of a region\.$/,
  ],
  [
    "a missing type",
    { type: undefined },
    /^type: is required to create an instance\. Set it to the id of an instance type\.$/,
  ],
  ["a region that is a number", { region: 5 }, /^region: must be a string; it is 5\.$/],
  ["an empty region", { region: "" }, /^region: must have at least 1 character; it is ""\.$/],
  ["an image that is a list", { image: ["a"] }, /^image: must be a string; it is \["a"\]\.$/],
  ["a missing password", { rootPass: undefined }, /^rootPass: is required with an image or a script/],
  [
    "a password of 6 characters",
    { rootPass: "secr3t" },
    /^rootPass: must have at least 7 characters\. Its value is secret and not shown\.$/,
  ],
  [
    "a password of 129 characters",
    { rootPass: `${"s3".repeat(64)}x` },
    /^rootPass: must have at most 128 characters\. Its value is secret/,
  ],
  ["a label of 2 characters", { label: "ab" }, /^label: must have at least 3 characters; it is "ab"\.$/],
  ["a label of 65 characters", { label: "l".repeat(65) }, /^label: must have at most 64 characters/],
  ["four interfaces", { interfaces: [{}, {}, {}, {}] }, /^interfaces: must have at most 3 items/],
  [
    "an invalid member of an interface",
    { interfaces: [{ purpose: "vlan", ipamAddress: 5 }] },
    /^interfaces\[0\]\.ipamAddress: must be a string; it is 5\.$/,
  ],
  ["keys that are not a list", { authorizedKeys: "ssh-ed25519 AAAA" }, /^authorizedKeys: must be a list/],
  [
    "users that are not strings",
    { authorizedUsers: [1] },
    /^authorizedUsers\[0\]: must be a string; it is 1\.$/,
  ],
  [
    "a backup id that is a string",
    { image: undefined, rootPass: undefined, backupId: "7" },
    /^backupId: must be a number; it is "7"\.$/,
  ],
  [
    "a backup id of 0",
    { image: undefined, rootPass: undefined, backupId: 0 },
    /^backupId: must be at least 1; it is 0\.$/,
  ],
  [
    "backupsEnabled as a string",
    { backupsEnabled: "yes" },
    /^backupsEnabled: must be true or false; it is "yes"\.$/,
  ],
  ["booted as a number", { booted: 1 }, /^booted: must be true or false/],
  ["privateIp as a string", { privateIp: "true" }, /^privateIp: must be true or false/],
  [
    "a script id with a fraction",
    { stackscriptId: 1.5 },
    /^stackscriptId: must be an integer; it is 1\.5\.$/,
  ],
  [
    "a script without an image",
    { stackscriptId: 1, image: undefined },
    /^image: is required with `stackscriptId`/,
  ],
  ["answers without a script", { stackscriptData: { a: "b" } }, /^stackscriptData: requires `stackscriptId`/],
  [
    "answers that are a list",
    { stackscriptId: 1, stackscriptData: ["canary"] },
    /^stackscriptData: must be an object\. Its value is secret/,
  ],
  ["a negative swap size", { swapSize: -1 }, /^swapSize: must be at least 0; it is -1\.$/],
  ["a group that is a number", { group: 1 }, /^group: must be a string/],
  ["tags as a string", { tags: "web" }, /^tags: must be a list; it is "web"\.$/],
  [
    "an alert as a string",
    { alerts: { networkIn: "10" } },
    /^alerts\.networkIn: must be a number; it is "10"\.$/,
  ],
  [
    "an alert under its name in the API",
    { alerts: { network_in: 10 } },
    /^alerts: has no member network_in; use networkIn\.$/,
  ],
  [
    "an interface with the contract's name of a member",
    { interfaces: [{ purpose: "public" }, { purpose: "vlan", label: "lan", ipam_address: "10.0.0.1/24" }] },
    /^interfaces\[1\]: has no member ipam_address; use ipamAddress\.$/,
  ],
  ["an unknown alert", { alerts: { noise: 1 } }, /^alerts: has no member noise; its members are cpu, io, /],
  [
    "a misspelled alert",
    { alerts: { netwrkIn: 1 } },
    /^alerts: has no member netwrkIn; did you mean networkIn(, \w+)?( or \w+)?\?$/,
  ],
  [
    "a misspelled member of cloneFrom",
    { image: undefined, rootPass: undefined, cloneFrom: { instanceId: 1, disk: [1] } },
    /^cloneFrom: has no member disk; did you mean disks\?$/,
  ],
  [
    "neither a password nor keys",
    { rootPass: undefined, authorizedKeys: [], authorizedUsers: [] },
    /^rootPass: is required/,
  ],
  ["watchdogEnabled as a string", { watchdogEnabled: "on" }, /^watchdogEnabled: must be true or false/],
  [
    "an image and a backup",
    { backupId: 7, rootPass: undefined },
    /^image: an instance is deployed from an image or from a backup, not from both/,
  ],
  [
    "a password for a backup",
    { backupId: 7, image: undefined },
    /^rootPass: an instance that is deployed from a backup keeps the backup's root password/,
  ],
  [
    "an image for a clone",
    { cloneFrom: { instanceId: 1 }, rootPass: undefined },
    /^image: a clone takes it from the instance in `cloneFrom`\. Remove `image`/,
  ],
  [
    "cloneFrom without an instance id",
    { cloneFrom: {}, image: undefined, rootPass: undefined },
    /^cloneFrom\.instanceId: must be a number; it is undefined\.$/,
  ],
  [
    "both adopt and cloneFrom",
    { adopt: 1, cloneFrom: { instanceId: 2 }, image: undefined, rootPass: undefined },
    /^cloneFrom: an adopted instance is not created/,
  ],
  [
    "a timeout that is not a duration",
    { timeouts: { create: "soon" } },
    /^timeouts\.create: must be a duration such as "90s", "20m" or "1h30m"; it is "soon"\.$/,
  ],
  ["a timeout of an unknown operation", { timeouts: { boot: "1m" } }, /^timeouts\.boot: is not an operation/],
  [
    "an unknown argument",
    { regoin: "us-east" },
    /^regoin: is not an argument of this instance; did you mean region\?$/,
  ],
];

describe("an invalid argument", () => {
  it.each(invalidArguments)("(%s) is refused before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    for (const run of ["preview", "up"] as const) {
      const [failure = ""] = failuresOf(await stack[run](webInstance(inputs)));
      expect(
        failure.split("\n").some((line) => message.test(line.trim().replace(/^.*?: (?=\w+[\w[\].]*: )/, ""))),
      ).toBe(true);
      expect(failure).not.toContain("s3s3");
      expect(failure).not.toContain("canary");
    }
    expect(callsTo(stack)).toEqual([]);
  });

  it("is reported together with all other invalid arguments", async () => {
    const stack = new TestStack();
    const failures = failuresOf(
      await stack.up(webInstanceFrom({ ...smallInstance, label: "ab", swapSize: -1 })),
    ).join("\n");
    expect(failures).toContain("label: must have");
    expect(failures).toContain("swapSize: must be");
  });

  it("does not include null, which means absent", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(webInstance({ group: null, tags: null })))).toEqual([]);
  });
});

describe("an image without a root password", () => {
  const keys = [
    { authorizedKeys: ["ssh-ed25519 AAAA one"] },
    { authorizedUsers: [seedNames.unrestrictedUser] },
  ];

  it.each(keys)("is deployed with %j, after a warning, if the service accepts keys", async (credentials) => {
    const stack = new TestStack({ settings: { rootPass: "keysSuffice" } });
    const program = webInstance({ rootPass: undefined, ...credentials });
    expect(failuresOf(await stack.preview(program))).toEqual([]);
    expect(warningsOf(stack).join()).toMatch(/^rootPass: is not set/);
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(1);
    stack.messages.length = 0;
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  it("is rejected by a service that requires a password", async () => {
    const stack = new TestStack({ settings: { rootPass: "required" } });
    const [failure = ""] = failuresOf(await stack.up(webInstance({ rootPass: undefined, ...keys[0] })));
    expect(failure).toMatch(/root_pass/);
    expect(instancesIn(stack)).toEqual([]);
  });
});

it.each([null, "", undefined])("an interface whose label and address are %j has neither", (none) => {
  expect(withoutEmptyNames({ purpose: "public", label: none, ipamAddress: none })).toStrictEqual({
    purpose: "public",
  });
});
