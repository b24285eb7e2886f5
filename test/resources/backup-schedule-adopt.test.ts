import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance } from "../../src";
import { type TestedStack, testStack } from "../../src/program-testing";

/** The arguments of the instance `web`, whether the schedule adopts it, and by which argument. */
interface Declared {
  readonly region?: string;
  readonly label?: string;
  readonly tags?: string[];
  readonly schedule?: "adopt" | "adopt by output" | "no adopt" | "none";
}

const declared = ({ schedule = "adopt", ...args }: Declared) => {
  const web = new Instance("web", { region: "us-east", type: "g1-nano-1", ...args });
  const times = { day: "Saturday", window: "W10" };
  const { instanceId } = web;
  if (schedule === "adopt") new BackupSchedule("weekly", { ...times, adopt: 1, instanceId });
  if (schedule === "adopt by output") new BackupSchedule("weekly", { ...times, adopt: instanceId });
  if (schedule === "no adopt") new BackupSchedule("weekly", { ...times, instanceId });
};

/** A stack with an instance, and with its schedule as the program has adopted it. */
async function startAdopted(program: Declared): Promise<TestedStack> {
  const stack = await testStack();
  await stack.up(() => declared({ ...program, schedule: "none" }));
  await stack.up(() => declared(program));
  return stack;
}

describe("a schedule that sets `adopt`", () => {
  it.each<[string, Declared, RegExp]>([
    [
      "a generated label",
      {},
      /instanceId: may be an instance other than 1 after the update, which is refused while `adopt`/,
    ],
    ["a declared label", { label: "web" }, /instanceId: may be an instance other than 1.*remove `adopt`/s],
    ["`adopt` by an output", { schedule: "adopt by output" }, /adopt: may be an instance other than 1/],
  ])("is refused in the preview of a replacement of its instance, with %s", async (_, program, message) => {
    const stack = await startAdopted(program);
    await expect(stack.preview(() => declared({ ...program, region: "us-west" }))).rejects.toThrow(message);
  });

  it.each([false, true])(
    "is refused in the preview of a requested replacement of its instance, with refresh: %s",
    async (refresh) => {
      const stack = await startAdopted({});
      const options = { replace: [stack.resource("web").urn], refresh };
      await expect(stack.preview(() => declared({}), options)).rejects.toThrow(/may be an instance other/);
    },
  );

  it("is refused in a preview that refreshes first", async () => {
    const stack = await startAdopted({});
    const moved = () => declared({ region: "us-west" });
    await expect(stack.preview(moved, { refresh: true })).rejects.toThrow(/may be an instance other/);
  });

  it.each<Declared>([{}, { schedule: "adopt by output" }])(
    "is accepted while its instance is changed in place: %j",
    async (program) => {
      const stack = await startAdopted(program);
      const { steps } = await stack.preview(() => declared({ ...program, tags: ["shop"] }));
      expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["update web"]);
    },
  );

  it("is accepted with an unknown that is not due to its instance", async () => {
    const stack = await testStack();
    const program = (tag: string, adopt?: number) => () => {
      const web = new Instance("web", { region: "us-east", type: "g1-nano-1", tags: [tag] });
      const instanceId = pulumi.all([web.instanceId, web.updated]).apply(([id]) => id);
      new BackupSchedule("weekly", { adopt, instanceId, day: "Saturday", window: "W10" });
    };
    await stack.up(program("shop"));
    await stack.up(program("shop", 1));
    const { steps } = await stack.preview(program("store", 1));
    expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toContain("update web");
  });

  it.each([false, true])(
    "is accepted when the program begins to adopt its instance (the preview knows the id: %s)",
    async (isKnown) => {
      const stack = await testStack();
      const args = { region: "us-east", type: "g1-nano-1" };
      const schedule = { adopt: 1, day: "Saturday", window: "W10" };
      await stack.up(() => void new Instance("web", args, { retainOnDelete: true }));
      await stack.up(() => void new BackupSchedule("weekly", { ...schedule, instanceId: 1 }));
      const program = () => {
        const server = new Instance("server", { ...args, adopt: 1 });
        const { instanceId: id, updated } = server;
        const instanceId = isKnown ? id : pulumi.all([id, updated]).apply(([known]) => known);
        new BackupSchedule("weekly", { ...schedule, instanceId });
      };
      const { steps } = await stack.preview(program);
      const updates = isKnown ? [] : [{ kind: "update", name: "weekly" }];
      expect(steps).toMatchObject([{ kind: "create", name: "server" }, ...updates]);
      expect((await stack.up(program)).steps).toMatchObject([{ kind: "create", name: "server" }]);
    },
  );

  it.each(["no adopt", "none"] as const)(
    "may be changed to %s in the update that replaces its instance",
    async (schedule) => {
      const stack = await startAdopted({ label: "web" });
      const program = () => declared({ label: "web", region: "us-west", schedule });
      await stack.preview(program);
      await stack.up(program);
      expect(stack.world.instances).toMatchObject([{ id: 2, backups: { enabled: schedule !== "none" } }]);
    },
  );
});
