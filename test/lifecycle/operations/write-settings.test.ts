import type { Fields, ObjectKind, StepTask } from "../../../src/lifecycle";
import { writeSettings } from "../../../src/lifecycle";
import { warnOfOtherValues } from "../../../src/lifecycle/operations/write-settings";

interface Inputs {
  readonly label?: string;
  readonly key?: string;
  readonly owner?: string;
}

const fields: Fields<Inputs, Inputs, "settings" | "key" | "owner"> = {
  label: { change: { inPlace: "settings" }, live: ({ label }) => label },
  key: { change: { inPlace: "key" } },
  owner: { change: { inPlace: "owner" }, live: ({ owner }) => owner },
};

it("refuses a step with an argument that cannot be read, whose change would never be sent", async () => {
  const task = { live: { label: "a" }, inputs: { label: "a", key: "new" } } as StepTask<Inputs, Inputs>;
  const write = (step: "settings" | "key") =>
    writeSettings({} as ObjectKind<Inputs>, task, fields, step, async () => undefined);
  await expect(write("key")).rejects.toThrow("The field key has no `live`");
  expect(await write("settings")).toEqual({ label: "a" });
});

it("warns of other values only for the arguments of its step", () => {
  const warnings: string[] = [];
  const services = { log: { warn: (text: string) => warnings.push(text) } };
  const live = { label: "a", owner: "me" };
  const task = { services, id: "5", live, inputs: { label: "b", owner: "you" } } as never;
  warnOfOtherValues("thing", task, fields, "settings", live);
  expect(warnings).toEqual([expect.stringMatching(/^thing 5: .* "b" for label and returns "a"\./)]);
});
