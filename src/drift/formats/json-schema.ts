import { z } from "zod";
import { driftReport } from "../report";
import { watchEvent } from "../watch/watch-event";

/** The JSON Schema of a report, as published in docs. */
export function reportSchema(): object {
  return { title: "Report of nodecloud drift", ...publishedSchema(driftReport) };
}

/** The JSON Schema of a line of `nodecloud drift --watch --format json`, as published in docs. */
export function watchSchema(): object {
  return { title: "Line of nodecloud drift --watch", ...publishedSchema(watchEvent) };
}

/** Readers must accept fields that a later release adds. */
function publishedSchema(shape: z.ZodType): object {
  return z.toJSONSchema(shape, {
    target: "draft-7",
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}
