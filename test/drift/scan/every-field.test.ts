import { alternativeSettings } from "../../../src/emulator";
import { allVariants, createVariant } from "../../resources/every-resource/create";
import { files } from "../../resources/every-resource/files";
import { recordedStackOf, rowsOf, scan } from "./recorded";

afterAll(() => files.remove());

const changes = allVariants.flatMap(([title, resource, variant]) =>
  Object.entries({ ...variant.externalChanges, ...variant.otherExternalChanges }).map(
    ([field, change]) => [title, field, resource, variant, change] as const,
  ),
);

describe("a scan without external changes", () => {
  it.each(allVariants)(
    "finds nothing for %s, under either value of every setting",
    async (_, resource, variant) => {
      for (const settings of [{}, alternativeSettings]) {
        const { stack, id } = await createVariant(resource, variant, settings);
        const report = await scan(stack, { allFields: true, unmanaged: false });
        expect(rowsOf(report)).toEqual([]);
        expect(report).toMatchObject({ verdict: "inSync", isComplete: true, problems: [] });
        expect(report.clean).toEqual([expect.objectContaining({ type: resource.type, id })]);
      }
    },
  );
});

describe("one external change", () => {
  it.each(changes)("of %s in %s is the only finding", async (_title, field, resource, variant, change) => {
    const { stack, id } = await createVariant(resource, variant);
    await change.make(stack, id);
    const report = await scan(stack, { unmanaged: false });
    const [output = field] = field in variant.externalChanges ? [field] : (change.outputs ?? [field]);
    expect(rowsOf(report)).toEqual([`changed ${resource.type} ${output}`]);
    expect(report.findings[0]).toMatchObject({ id, stack: "project/dev", isSecret: false });
    expect(report.findings[0]?.declared).not.toEqual(report.findings[0]?.live);
    if (field in variant.externalChanges) {
      expect(report.findings[0]?.repair === "up").toBe(variant.repairs(field));
    }
    expect(report.verdict).toBe("drift");
    expect(report.findings[0]?.message).toMatch(`${output} was changed outside the program. `);
  });

  it.each(changes.filter(([, field, , variant]) => field in variant.externalChanges))(
    "of %s in %s is informational only if the program ignores it",
    async (_title, field, resource, variant, change) => {
      const { stack, id } = await createVariant(resource, variant, {}, { ignoreChanges: [field] });
      await change.make(stack, id);
      expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual([]);
      const report = await scan(stack, { unmanaged: false, allFields: true });
      expect(new Set(report.findings.map(({ kind: row }) => row))).toEqual(new Set(["informational"]));
      expect(report.verdict).toBe("inSync");
    },
  );
});

describe("a deleted object", () => {
  it.each(allVariants)("of %s gives one row", async (_title, resource, variant) => {
    const { stack } = await createVariant(resource, variant);
    const recorded = recordedStackOf(stack);
    await stack.destroy();
    // The instance of a schedule that was cancelled still exists.
    const row =
      resource.type === "BackupSchedule" ? "changed BackupSchedule enabled" : `deleted ${resource.type}`;
    expect(rowsOf(await scan(stack, { unmanaged: false }, [recorded]))).toEqual(variant.isKept ? [] : [row]);
  });
});
