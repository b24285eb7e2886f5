import type { Fields, ObjectKind, StepTask } from "../../../src/lifecycle";
import { writeSettings } from "../../../src/lifecycle";

interface Inputs {
  readonly label?: string;
  readonly key?: string;
}

const fields: Fields<Inputs, Inputs, "settings" | "key"> = {
  label: { change: { inPlace: "settings" }, live: ({ label }) => label },
  key: { change: { inPlace: "key" } },
};

it("refuses a step with an argument that cannot be read, whose change would never be sent", async () => {
  const task = { live: { label: "a" }, inputs: { label: "a", key: "new" } } as StepTask<Inputs, Inputs>;
  const write = (step: "settings" | "key") =>
    writeSettings({} as ObjectKind<Inputs>, task, fields, step, async () => undefined);
  await expect(write("key")).rejects.toThrow("The field key has no `live`");
  expect(await write("settings")).toEqual({ label: "a" });
});
