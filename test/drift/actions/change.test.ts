import type { Finding } from "../../../src/drift";
import type { PropertyMap, PropertyValue } from "../../../src/state";
import type { TestStack } from "../../../src/testing";
import { allVariants, createVariant, declareIt, idOfIt } from "../../resources/every-resource/create";
import { files } from "../../resources/every-resource/files";
import { failuresOf } from "../../resources/programs";
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

describe.each(changes)("an external change of %s in %s", (...change) => {
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
      const becameConfidential = finding.field === "public" && finding.live === false;
      expect(writesTo(stack)).toEqual(
        becameConfidential && !isIgnored ? [`POST /v4/account/oauth-clients/${id}/reset-secret`] : [],
      );
      await expectInSync(stack);
    }
  });
});
