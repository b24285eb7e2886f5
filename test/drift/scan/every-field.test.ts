import { alternativeSettings, type Settings } from "../../../src/emulator";
import type { PropertyMap } from "../../../src/state";
import { declare, TestStack } from "../../../src/testing";
import { files, type Kind, kinds, type Variant } from "../../resources/every-resource.kinds";
import { recordedStackOf, rowsOf, scan } from "./recorded";

afterAll(() => files.remove());

const variants = Object.values(kinds).flatMap((kind) =>
  Object.entries(kind.variants).map(([name, variant]) => [`${kind.type} ${name}`, kind, variant] as const),
);
const changes = variants.flatMap(([title, kind, variant]) =>
  Object.entries({ ...variant.outside, ...variant.beside }).map(
    ([field, change]) => [title, field, kind, variant, change] as const,
  ),
);

/** A stack that has created the variant as the resource `it`. */
async function createdStack(
  kind: Kind,
  variant: Variant,
  settings: Partial<Settings> = {},
  ignoreChanges: readonly string[] = [],
) {
  const stack = new TestStack({ settings: { ...kind.settings, ...settings } });
  const inputs: PropertyMap = { ...variant.declared, ...(await variant.prepare?.(stack)) };
  const up = await stack.up(async (register) => {
    await register(declare(kind.type, "it", inputs, ignoreChanges.length > 0 ? { ignoreChanges } : {}));
    return {};
  });
  expect(up.result).toBe("succeeded");
  const id = stack.store.snapshot.resources.find(({ urn }) => urn.endsWith("::it"))?.id ?? "";
  return { stack, id };
}

describe("a scan without external changes", () => {
  it.each(variants)("finds nothing for %s, under either value of every setting", async (_, kind, variant) => {
    for (const settings of [{}, alternativeSettings]) {
      const { stack, id } = await createdStack(kind, variant, settings);
      const report = await scan(stack, { allFields: true, unmanaged: false });
      expect(rowsOf(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: "inSync", isComplete: true, problems: [] });
      expect(report.clean).toEqual([expect.objectContaining({ type: kind.type, id })]);
    }
  });
});

describe("one external change", () => {
  it.each(changes)("of %s in %s gives its row and no other", async (_title, field, kind, variant, change) => {
    const { stack, id } = await createdStack(kind, variant);
    await change.by(stack, id);
    const report = await scan(stack, { unmanaged: false });
    const [output = field] = field in variant.outside ? [field] : (change.shows ?? [field]);
    expect(rowsOf(report)).toEqual([`changed ${kind.type} ${output}`]);
    expect(report.findings[0]).toMatchObject({ id, stack: "project/dev", isSecret: false });
    expect(report.findings[0]?.declared).not.toEqual(report.findings[0]?.live);
    if (field in variant.outside) {
      expect(report.findings[0]?.repair === "up").toBe(variant.putsBack(field));
    }
    expect(report.verdict).toBe("drift");
  });

  it.each(changes.filter(([, field, , variant]) => field in variant.outside))(
    "of %s in %s is informational only if the program ignores it",
    async (_title, field, kind, variant, change) => {
      const { stack, id } = await createdStack(kind, variant, {}, [field]);
      await change.by(stack, id);
      expect(rowsOf(await scan(stack, { unmanaged: false }))).toEqual([]);
      const report = await scan(stack, { unmanaged: false, allFields: true });
      expect(new Set(report.findings.map(({ kind: row }) => row))).toEqual(new Set(["informational"]));
      expect(report.verdict).toBe("inSync");
    },
  );
});

describe("a deleted object", () => {
  it.each(variants)("of %s gives one row", async (title, kind, variant) => {
    const { stack } = await createdStack(kind, variant);
    const recorded = recordedStackOf(stack);
    await stack.destroy();
    // These two are declared with an `onDelete` that leaves them as they are.
    const isKept = ["PaymentMethod that is the default", "BackupSchedule of an instance"].includes(title);
    expect(rowsOf(await scan(stack, { unmanaged: false }, [recorded]))).toEqual(
      isKept ? [] : [`deleted ${kind.type}`],
    );
  });
});
