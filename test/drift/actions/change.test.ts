import type { Finding } from "../../../src/drift";
import type { ProgramFunction } from "../../../src/engine";
import { type PropertyMap, type PropertyValue, unknown } from "../../../src/state";
import { declare, TestStack } from "../../../src/testing";
import { emptyInstance, saturday } from "../../resources/backup-schedules";
import { allVariants, createVariant, declareIt, idOfIt } from "../../resources/every-resource/create";
import { files } from "../../resources/every-resource/files";
import { failuresOf, instancesIn } from "../../resources/programs";
import { scan } from "../scan/recorded";
import { actionsFor, carryOut, commandFor, propertiesIn } from "./carry-out";

afterAll(() => files.remove());

const changes = allVariants.flatMap(([title, resource, variant]) =>
  Object.entries({ ...variant.externalChanges, ...variant.otherExternalChanges }).map(
    ([field, change]) => [field, title, resource, variant, change] as const,
  ),
);

type Change = (typeof changes)[number];

/** A stack with the one resource `it` after an external change, and the row that says so. */
async function changed([, , resource, variant, change]: Change) {
  const created = await createVariant(resource, variant);
  await change.make(created.stack, created.id);
  const { findings } = await scan(created.stack, { unmanaged: false });
  expect(findings).toHaveLength(1);
  created.stack.emulator.control.forgetRequests();
  return { ...created, resource, finding: findings[0] as Finding };
}

async function expectInSync(stack: TestStack) {
  expect(await scan(stack, { unmanaged: false })).toMatchObject({ verdict: "inSync", findings: [] });
}

function writesTo(stack: TestStack): readonly string[] {
  return stack.emulator.control
    .requests()
    .flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));
}

/** A public client has no secret whose version a program could declare. */
function withArgument(
  { secretVersion, ...inputs }: PropertyMap,
  argument: Readonly<Record<string, PropertyValue | undefined>>,
): Record<string, PropertyValue> {
  const isPublic = argument.public === true || secretVersion === undefined;
  const all = Object.entries({ ...inputs, ...(isPublic ? {} : { secretVersion }), ...argument });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

const repairs = { up: "updated", replacement: "replaced", program: "left" } as const;

describe.each(changes)("an external change to %s in %s", (...change) => {
  it("is repaired by the printed command, if there is one", async () => {
    const { stack, resource, inputs, id, finding } = await changed(change);
    if (repairs[finding.repair ?? "program"] === "left") {
      expect(actionsFor(finding, "repair", "command")).toEqual([]);
      return;
    }
    const options = actionsFor(finding, "repair", "code").map(propertiesIn);
    const program = declareIt(resource, inputs, Object.assign({}, ...options));
    expect(failuresOf(await carryOut(stack, program, commandFor(finding, "repair")))).toEqual([]);
    await expectInSync(stack);
    expect(idOfIt(stack) === id).toBe(finding.repair === "up");
  });

  it("is accepted by the printed code, without a write", async () => {
    const first = await changed(change);
    const count = actionsFor(first.finding, "accept", "code").length;
    for (let at = 0; at < count; at++) {
      const { stack, resource, inputs, id, finding } = at === 0 ? first : await changed(change);
      const code = actionsFor(finding, "accept", "code")[at] ?? "";
      const isIgnored = code.startsWith("ignoreChanges");
      const program = isIgnored
        ? declareIt(resource, inputs, propertiesIn(code))
        : declareIt(resource, withArgument(inputs, propertiesIn(code)));
      expect(failuresOf(await stack.up(program, { refreshFirst: true }))).toEqual([]);
      const becameConfidential =
        resource.type === "OAuthClient" && finding.field === "public" && finding.live === false;
      expect(writesTo(stack)).toEqual(
        becameConfidential && !isIgnored ? [`POST /v4/account/oauth-clients/${id}/reset-secret`] : [],
      );
      await expectInSync(stack);
    }
  });
});

it.each([
  ["a generated label", {}],
  ["a written label", { label: "web" }],
])(
  "an instance with %s, on which a backup schedule depends, is replaced by the printed command",
  async (_, label) => {
    const program: ProgramFunction = async (register) => {
      const { urn, outputs } = await register(declare("Instance", "web", { ...emptyInstance, ...label }));
      const schedule = declare("BackupSchedule", "weekly", {
        ...saturday,
        instanceId: outputs.instanceId ?? unknown,
      });
      await register({ ...schedule, propertyDependencies: { instanceId: [urn] } });
      return {};
    };
    const stack = new TestStack();
    expect(failuresOf(await stack.up(program))).toEqual([]);
    const [{ id } = { id: 0 }] = instancesIn(stack);
    stack.emulator.control.changeInstance(id, { type: "g1-standard-2" });
    const { findings } = await scan(stack, { unmanaged: false });
    expect(findings).toMatchObject([{ type: "Instance", field: "type", repair: "replacement" }]);
    const outcome = await carryOut(stack, program, commandFor(findings[0] as Finding, "repair"));
    expect(failuresOf(outcome)).toEqual([]);
    await expectInSync(stack);
    expect(instancesIn(stack)).toMatchObject([
      { type: "g1-nano-1", backups: { enabled: true, day: "Saturday" } },
    ]);
    expect(instancesIn(stack)[0]?.id).not.toBe(id);
  },
);
