import fc from "fast-check";
import { VirtualClock } from "../../../src/clock";
import { openScan } from "../../../src/drift/scan/drift-scan";
import { resourceClasses } from "../../../src/resources/resource-class";
import { expectationOf, summaryOf } from "./model";
import { serviceOf } from "./service";
import { stacksOf } from "./state";
import { type World, world } from "./world";

const worlds = Number(process.env.DRIFT_WORLDS ?? 60);
const seed = Number(process.env.DRIFT_SEED ?? 12);

async function scanOf(one: World) {
  const clock = new VirtualClock();
  const whole = async () => {
    const env = { NODECLOUD_HOME: "/nonexistent" };
    const scan = await openScan(stacksOf(one), { clock, transport: serviceOf(one), env });
    await scan.readAll();
    return scan.report();
  };
  return summaryOf(await clock.run(whole()));
}

it(
  `reports exactly what a simple model finds in ${worlds} random worlds`,
  async () => {
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        expect(await scanOf(one)).toEqual(expectationOf(one));
      }),
      { numRuns: worlds, seed },
    );
  },
  60_000 + worlds * 1000,
);

it("covers every kind of finding, and worlds without findings", () => {
  // The more classes there are, the fewer worlds have no row.
  const rows = fc.sample(world, { numRuns: 100 * resourceClasses.length, seed }).flatMap((one) => {
    const expected = expectationOf(one);
    return expected.rows.length === 0 ? ["none"] : expected.rows.map((row) => String(JSON.parse(row)[0]));
  });
  expect(new Set(rows)).toEqual(
    new Set(["none", "changed", "deleted", "unmanaged", "notOurs", "unfinished", "inMotion"]),
  );
});
