import type { Fields, StepTask } from "../../../src/lifecycle";
import { isFingerprintOf, unknownFingerprint } from "../../../src/lifecycle/values/fingerprint";
import { isStoredForm, storedForms } from "../../../src/lifecycle/values/stored-forms";

interface Inputs {
  readonly label?: string;
  readonly icon?: string;
  readonly region?: string;
}
type Live = Inputs;

const fields: Fields<Inputs, Live, "settings" | "icon"> = {
  label: { change: { inPlace: "settings" }, live: (live) => live.label },
  icon: { change: { inPlace: "icon" }, live: (live) => live.icon, isTransformed: true },
  region: { change: "replace", live: (live) => live.region },
};

/** The names of the arguments whose stored forms are recorded, after checking their fingerprints. */
function recorded(
  task: Partial<StepTask<Inputs, Live>>,
  steps: readonly ("settings" | "icon")[],
  live: Live,
): readonly string[] {
  const whole = { kept: {}, live: {}, ...task } as StepTask<Inputs, Live>;
  const forms = storedForms(fields, whole, steps, live) ?? {};
  for (const [name, form] of Object.entries(forms))
    expect(form === "earlier" || isFingerprintOf(form, live[name as keyof Live])).toBe(true);
  return Object.keys(forms);
}

describe("a stored form", () => {
  it.each<[unknown, unknown, boolean]>([
    ["My Web", "my web", true],
    [" web\t", "web", true],
    ["My  Web", "my web", true],
    [["One", "two "], ["one", "two"], true],
    [["one", "two"], ["two", "one"], false],
    ["web", "web-2", false],
    [1, "1", false],
  ])("of %j is %j: %j", (sent, returned, expected) => {
    expect(isStoredForm(sent, returned)).toBe(expected);
  });

  it("is recorded for an argument that a create or a step sent", () => {
    const inputs = { label: "Web" };
    expect(recorded({ inputs, isCreated: true }, [], { label: "web" })).toEqual(["label"]);
    expect(recorded({ inputs }, ["settings"], { label: "web" })).toEqual(["label"]);
    expect(recorded({ inputs }, ["icon"], { label: "web" })).toEqual([]);
    expect(recorded({ inputs: {} }, ["settings"], { label: "web" })).toEqual([]);
  });

  it("is neither the sent value, nor a value that somebody else may have set, nor none", () => {
    const inputs = { label: "Web", region: "US" };
    for (const label of ["Web", "theirs", undefined])
      expect(
        recorded({ inputs, isCreated: true }, ["settings"], { region: "us", ...(label && { label }) }),
      ).toEqual([]);
  });

  it("of a transformed value is any other than the one before, unless an earlier run has sent the value, too", () => {
    const [inputs, before] = [{ icon: "a1" }, { icon: "b2" }];
    expect(recorded({ inputs, live: before }, ["icon"], { icon: "c3" })).toEqual(["icon"]);
    expect(recorded({ inputs, live: before }, ["icon"], before)).toEqual([]);
    expect(recorded({ inputs, live: before, applied: { icon: "a0" } }, ["icon"], before)).toEqual([]);
    expect(recorded({ inputs, live: before, applied: inputs }, ["icon"], before)).toEqual(["icon"]);
    expect(recorded({ inputs: { label: "x" }, live: before }, ["settings"], { label: "y" })).toEqual([]);
  });

  it("stays recorded while other arguments change", () => {
    const kept = { storedForms: { label: "earlier" } };
    expect(recorded({ inputs: {}, kept }, ["icon"], { label: "web" })).toEqual(["label"]);
    expect(recorded({ inputs: { label: "plain" }, kept }, ["settings"], { label: "plain" })).toEqual([]);
  });
});

it.each([unknownFingerprint, "scrypt:c2FsdA==:c2hvcnQ=", "word", 7])(
  "%j is the fingerprint of no value",
  (print) => {
    expect(isFingerprintOf(print, "word")).toBe(false);
  },
);
