import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance } from "../../src";
import { unknownArguments } from "../../src/resources/unknown-arguments";
import { TestStack } from "../../src/testing";
import { emptyInstance, saturday } from "./backup-schedules";
import { declareAll } from "./declare-all";
import { callsTo, failuresOf } from "./programs";

const unknown = pulumi.output(pulumi.unknown);

describe("arguments with outputs of resources outside of the run", () => {
  it("are those without a value in a run that is not a preview", async () => {
    const known = { label: "web", region: pulumi.output("us-east"), group: undefined };
    expect(await unknownArguments({ ...known, image: unknown, tags: unknown })).toEqual(["image", "tags"]);
    expect(await unknownArguments(known)).toBeUndefined();
  });

  it("contain one at any depth", async () => {
    const nested = {
      tags: ["x", unknown],
      cloneFrom: { instanceId: unknown },
      alerts: Promise.resolve({ cpu: unknown }),
    };
    const known = {
      interfaces: [{ purpose: pulumi.output("public"), label: undefined }],
      file: new pulumi.asset.StringAsset("disk"),
      card: null,
    };
    expect(await unknownArguments({ ...nested, ...known })).toEqual(["tags", "cloneFrom", "alerts"]);
    expect(await unknownArguments(known)).toBeUndefined();
  });

  it("are not those of resources of other processes, which the SDK represents without an id", async () => {
    const remote = new pulumi.DependencyResource("urn:pulumi:dev::shop::a:b:C::remote");
    const label = Object.assign(pulumi.output("web"), { allResources: async () => new Set([remote]) });
    expect(await unknownArguments({ label })).toBeUndefined();
  });

  it("are none in a preview, which may not know any argument", async () => {
    const setPreview = (isPreview: boolean) =>
      pulumi.runtime.setMocks(
        { newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) },
        ...(["project", "dev", isPreview] as const),
      );
    await setPreview(true);
    expect(await unknownArguments({ image: unknown })).toBeUndefined();
    await setPreview(false);
  });

  it("include the id of a resource that the engine returns without one", async () => {
    const registered = new Map<string, Record<string, unknown>>();
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => {
        registered.set(name, inputs);
        return { id: undefined, state: inputs };
      },
      call: () => ({}),
    });
    const web = new Instance("web", emptyInstance);
    const backups = new BackupSchedule("weekly", { ...saturday, instanceId: web.instanceId });
    // The Pulumi CLI returns such an output as undefined.
    const copy = new Instance("copy", {
      ...emptyInstance,
      group: web.group.apply(() => "shop"),
      tags: [web.label],
    });
    await Promise.all([backups, copy].map((one) => new Promise((resolve) => one.urn.apply(resolve))));
    expect(registered.get("web")).not.toHaveProperty("unknownArguments");
    expect(registered.get("weekly")).toMatchObject({ unknownArguments: ["instanceId"] });
    expect(registered.get("copy")).toMatchObject({ unknownArguments: ["group", "tags"] });
  });

  it("are refused, and nothing is created or changed", async () => {
    const stack = new TestStack();
    const web = (more = {}) => declareAll("Instance", { web: { ...emptyInstance, ...more } });
    const without = web({ unknownArguments: ["image", "tags"] });
    const refusal = (name: string) =>
      `${name}: uses an output of a resource that does not exist yet, and that failed in this run or is not part of it, so this instance was neither created nor changed. If it failed, resolve its error. Otherwise include it: add it to \`--target\`, or remove it from \`--exclude\`.`;
    for (const isExisting of [false, true]) {
      if (isExisting) expect(failuresOf(await stack.up(web()))).toEqual([]);
      stack.emulator.control.forgetRequests();
      const failures = failuresOf(await stack.up(without)).join("\n");
      for (const name of ["image", "tags"]) expect(failures).toContain(refusal(name));
      expect(callsTo(stack).filter((call) => !call.startsWith("GET"))).toEqual([]);
    }
  });
});
