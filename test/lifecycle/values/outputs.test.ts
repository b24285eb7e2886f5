import { z } from "zod";
import { toStruct } from "../../../src/engine/inprocess/json-values";
import { writeOutputs } from "../../../src/lifecycle/values/outputs";

const definition = {
  kind: "thing",
  response: z.object({ id: z.number(), label: z.string(), last_note: z.string().nullable().exactOptional() }),
  normalize: (live: object) => ({ last_note: null, ...live }),
} as never;

it("omits an output whose field the object lacks, and keeps one that is null", () => {
  const outputsOf = (live: object) => writeOutputs(definition, live, { applied: undefined });
  expect(outputsOf({ id: 7, label: "a" })).toEqual({ thingId: 7, label: "a" });
  expect(outputsOf({ id: 7, label: "a", last_note: null })).toEqual({
    thingId: 7,
    label: "a",
    lastNote: null,
  });
});

it("omits undefined outputs that the service does not return, because they make an engine fail", () => {
  const kept = { secret: undefined, adopted: true };
  const outputs = writeOutputs(definition, { id: 7, label: "a" }, { applied: undefined, kept });
  expect(outputs).not.toHaveProperty("secret");
  expect(toStruct(outputs)).toEqual({ thingId: 7, label: "a", adopted: true });
});
