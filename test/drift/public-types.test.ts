import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { z } from "zod";
import type { DriftReport, WatchEvent } from "../../src/drift";
import type { driftReport } from "../../src/drift/report";
import { driftTypes } from "../../src/drift/types-source";
import type { watchEvent } from "../../src/drift/watch/watch-event";
import type { AreSame } from "../same-types";

/** The compiler refuses `true` if a public type and the schema from which it was generated differ. */
const compared: {
  readonly report: AreSame<DriftReport, z.output<typeof driftReport>>;
  readonly watchEvent: AreSame<WatchEvent, z.output<typeof watchEvent>>;
} = { report: true, watchEvent: true };

it("has public types that are made from the schemas (npm run generate)", () => {
  expect(Object.values(compared)).not.toContain(false);
  const written = readFileSync(join(__dirname, "../../src/drift/types.generated.ts"), "utf8");
  expect(written === driftTypes()).toBe(true);
});
