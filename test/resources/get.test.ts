import type { ProgramFunction } from "../../src/engine";
import { BackupSchedule } from "../../src/resources/backup-schedule";
import { Image } from "../../src/resources/image";
import { Instance } from "../../src/resources/instance";
import { OAuthClient } from "../../src/resources/oauth-client";
import { PaymentMethod } from "../../src/resources/payment-method";
import { TestStack } from "../../src/testing";
import { callsTo, emptyProgram, failuresOf } from "./programs";

/** Each kind with an id of the right form that does not exist, one that does, and texts that are no ids. */
const kinds = [
  { type: "Instance", kind: "instance", missing: "999", exists: "1", malformed: numbersOnly() },
  { type: "BackupSchedule", kind: "backup schedule", missing: "999", exists: "1", malformed: numbersOnly() },
  { type: "PaymentMethod", kind: "payment method", missing: "999", exists: "1", malformed: numbersOnly() },
  {
    ...{ type: "Image", kind: "image", missing: "private/999", exists: "node/debian12" },
    malformed: ["", "12", "private/", "/12", "a/b/c", "private/1 2"],
  },
  {
    ...{ type: "OAuthClient", kind: "OAuth client", missing: "0123456789abcdef", exists: "" },
    malformed: ["", "a b", "../account", ".."],
  },
];

function numbersOnly() {
  return ["abc", "-1", "1.5", "0x10", "", "0", "01", " 1", "1e3", "99999999999999999999"];
}

/** As `Type.get("g", id)` declares it: nothing but what runs it. */
function get(type: string, id: string): ProgramFunction {
  const lifecycle = `${type === "OAuthClient" ? "oauthClient" : type.charAt(0).toLowerCase() + type.slice(1)}`;
  return async (_, { read }) => {
    const inputs = {
      __provider: `exports.handler = () => require("pulumi-nodecloud/provider").${lifecycle}`,
    };
    const found = await read({ type: `pulumi-nodejs:dynamic/nodecloud:${type}`, name: "g", id, inputs });
    return { found: found.id };
  };
}

async function withInstance() {
  const stack = new TestStack();
  const { client } = stack.services();
  await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
  stack.emulator.control.forgetRequests();
  return stack;
}

describe.each(kinds)("$type.get", ({ type, kind, missing, exists, malformed }) => {
  it.each(["preview", "up"] as const)(
    "of an id that does not exist fails in %s and names it",
    async (run) => {
      const stack = await withInstance();
      const outcome = await stack[run](get(type, missing));
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([
        expect.stringMatching(new RegExp(`^There is no ${kind} ${missing} at http://emulator.test/v4`)),
      ]);
      expect(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::g"))).toBeUndefined();
    },
  );

  it.each(malformed)("says what an id is, and sends nothing, for %j", async (id) => {
    for (const run of ["preview", "up"] as const) {
      const stack = await withInstance();
      const outcome = await stack[run](get(type, id));
      expect(outcome.result).toBe("failed");
      expect(failuresOf(outcome)).toEqual([
        expect.stringContaining(`${JSON.stringify(id)} is not a valid ${kind} id: it must be `),
      ]);
      expect(callsTo(stack)).toEqual([]);
    }
  });

  if (exists === "") return;
  it("of one that exists shows it; a refresh forgets it when it is deleted", async () => {
    const stack = await withInstance();
    expect(failuresOf(await stack.up(get(type, exists)))).toEqual([]);
    expect(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::g"))?.id).toBe(exists);
    if (type === "Image" || type === "PaymentMethod") return;
    await stack.clock.run(stack.services().client.instances.delete({ instanceId: 1 }));
    await stack.clock.advance(600_000);
    expect(failuresOf(await stack.refresh())).toEqual([]);
    expect(stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::g"))).toBeUndefined();
    expect(failuresOf(await stack.up(emptyProgram))).toEqual([]);
  });
});

describe("a class that is given neither arguments nor an id", () => {
  const classes = { BackupSchedule, Image, Instance, OAuthClient, PaymentMethod };
  it.each(Object.entries(classes))("%s.get says so for an empty id", (name, { get: read }) => {
    expect(() => read("g", "")).toThrow(
      `${name} "g" has neither arguments nor an id. Pass arguments to create one, or read an existing one with \`${name}.get\`.`,
    );
  });
});
