import { type FormField, FormProblem, formFields, formValue } from "../../src/console/model/schema-form";
import { formSchemas } from "../../src/emulator/console/forms";
import { faultRule } from "../../src/emulator/faults/rule";
import { externalChanges } from "../../src/emulator/models/external-changes/external-change";

const schemas = formSchemas() as {
  faultRule: unknown;
  externalChanges: Record<string, unknown>;
  operations: string[];
};
const fields = formFields(schemas.faultRule);
const filled = (entries: Record<string, string>, own: readonly FormField[] = fields) =>
  formValue(own, (path) => entries[path] ?? "");
const fieldAt = (path: string, own: readonly FormField[] = fields): FormField => {
  const all = own.flatMap((field) => {
    const { control } = field;
    if (control.kind === "group") return [field, ...control.fields];
    return control.kind === "variants"
      ? [field, ...control.variants.flatMap((variant) => variant.fields)]
      : [field];
  });
  return all.find((field) => field.path === path)!;
};

describe("the form of a fault rule", () => {
  it("has a field for each member of the rule, with its bounds and its default", () => {
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(faultRule.shape).sort());
    expect(fieldAt("operation")).toMatchObject({
      isRequired: false,
      byDefault: "*",
      control: { kind: "text" },
    });
    expect(fieldAt("when").control).toEqual({ kind: "choice", options: ["before", "after", "later"] });
    expect(fieldAt("nth").control).toEqual({ kind: "number", isWhole: true, min: 1, max: undefined });
    expect(fieldAt("probability").control).toEqual({ kind: "number", isWhole: false, min: 0, max: 1 });
    expect(fieldAt("effect")).toMatchObject({ isRequired: true, control: { kind: "variants" } });
    expect(fieldAt("effect.body").control.kind).toBe("json");
  });

  const effects: readonly (readonly [Record<string, string>, unknown])[] = [
    [{ effect: "status", "effect.status": "502" }, { status: 502 }],
    [
      {
        effect: "status",
        "effect.status": "400",
        "effect.body": '{"a": [1]}',
        "effect.headers": '{"Retry-After": "3"}',
      },
      { status: 400, body: { a: [1] }, headers: { "Retry-After": "3" } },
    ],
    [{ effect: "latency", "effect.latency": "0.5" }, { latency: 0.5 }],
    [{ effect: "reset", "effect.reset": "true" }, { reset: true }],
    [{ effect: "refused", "effect.refused": "true" }, { refused: true }],
    [{ effect: "hang", "effect.hang": "true" }, { hang: true }],
    [{ effect: "truncated", "effect.truncated": "true" }, { truncated: true }],
    [{ effect: "garbage", "effect.garbage": "true" }, { garbage: true }],
    [{ effect: "html", "effect.html": "502" }, { html: 502 }],
    [{ effect: "staleList", "effect.staleList": "5000" }, { staleList: 5000 }],
  ];

  it.each(effects)("produces a rule that the emulator accepts: %j", (entries, effect) => {
    const rule = filled({ operation: "instances.create", count: "1", ...entries });
    expect(faultRule.parse(rule)).toEqual({
      operation: "instances.create",
      count: 1,
      when: "before",
      effect,
    });
  });

  it("offers every effect", () => {
    const { control } = fieldAt("effect");
    const offered = control.kind === "variants" ? control.variants.map(({ name }) => name) : [];
    expect(offered.sort()).toEqual([...new Set(effects.map(([{ effect }]) => effect))].sort());
  });

  it.each([
    [{}, "effect", "effect: must be filled in"],
    [{ effect: "status" }, "effect.status", "effect.status: must be filled in"],
    [{ nth: "two", effect: "reset" }, "nth", "nth: must be a number"],
    [
      { effect: "status", "effect.status": "500", "effect.body": "{" },
      "effect.body",
      'effect.body: must be JSON, such as "text", 1 or {}',
    ],
  ])("names the field of %j that cannot be read", (entries: Record<string, string>, path, message) => {
    const problem = new FormProblem(path, message.slice(path.length + 2));
    expect(() => filled(entries)).toThrow(problem);
  });
});

describe("the form of an external change", () => {
  it.each(Object.keys(externalChanges))("has a field for each member of %s", (kind) => {
    const own = formFields(schemas.externalChanges[kind]);
    const { shape } = Object.entries(externalChanges).find(([name]) => name === kind)![1];
    expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(shape.shape).sort());
  });

  const formOf = (kind: string) => formFields(schemas.externalChanges[kind]);

  it("omits fields that were not filled in, also within groups, and sends strings, lists and null as such", () => {
    const entries = {
      instanceId: "7",
      "patch.label": "web",
      "patch.tags": "a, b ,",
      "patch.image": "null",
      "patch.watchdog_enabled": "false",
      "patch.alerts": "",
    };
    const change = filled(entries, formOf("instance_change"));
    expect(change).toEqual({
      instanceId: 7,
      patch: { label: "web", tags: ["a", "b"], image: null, watchdog_enabled: false },
    });
    expect(filled({ instanceId: "7" }, formOf("instance_change"))).toEqual({ instanceId: 7, patch: {} });
    expect(externalChanges.instance_change.shape.parse(change)).toEqual(change);
    expect(fieldAt("patch.image", formOf("instance_change")).isNullable).toBe(true);
    expect(fieldAt("patch.label", formOf("instance_change")).isNullable).toBe(false);
  });

  it("keeps a string that looks like another value", () => {
    expect(filled({ label: "null", message: "42", until: "null" }, formOf("notification"))).toEqual({
      label: "null",
      message: "42",
      until: null,
    });
  });
});
