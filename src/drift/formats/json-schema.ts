import { z } from "zod";
import { driftReport } from "../report";

/** The JSON Schema of a report, as published in docs. Readers must accept fields that a later release adds. */
export function reportSchema(): object {
  const schema = z.toJSONSchema(driftReport, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return { title: "Report of nodecloud drift", ...schema };
}
