import fc from "fast-check";
import { z } from "zod";
import { Changes, type RecordChange } from "../../../src/emulator/world/changes";
import { Owners } from "../../../src/emulator/world/owners";
import { Table } from "../../../src/emulator/world/table";
import { defineTable } from "../../../src/emulator/world/table-definition";
import { WorldSize } from "../../../src/emulator/world/world-size";

const record = z.object({ id: z.number(), group: z.string(), text: z.string() });
const keys = [1, 2, 3, 4];
const groups = ["a", "b"];

type Step = z.output<typeof record> | number;

/** A table, what it and its surroundings show, and the changes that were made to it. */
function openTable() {
  const [changes, size, owners] = [new Changes(), new WorldSize(), new Owners()];
  const definition = defineTable("records", { record, key: "id", groupBy: "group" });
  const table: Table<number, unknown> = new Table(
    definition,
    "records",
    changes,
    size,
    owners.presenceIn("records", 1),
  );
  const made: RecordChange[] = [];
  changes.observe((change) => made.push(change));
  /** Puts the records, and removes those of the keys. */
  const make = (steps: readonly Step[]) => {
    for (const step of steps) {
      if (typeof step === "number") table.remove(step);
      else table.put(step);
    }
  };
  const shown = () => ({
    all: [...table.all()],
    groups: groups.map((group) => table.of(group)),
    records: keys.map((key) => table.get(key)),
    owners: keys.map((key) => owners.of("records", key)),
    count: table.size,
  });
  return { table, make, made, shown, size };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id: fc.constantFrom(...keys), group: fc.constantFrom(...groups), text: fc.string() }),
  fc.constantFrom(...keys),
);
const steps = fc.array(step, { maxLength: 12 });

test("a table has the size of its records, however often they were changed and removed", () => {
  fc.assert(
    fc.property(steps, (changes) => {
      const { table, make, size } = openTable();
      make(changes);
      const bytes = [...table.all()].reduce<number>((sum, one) => sum + JSON.stringify(one).length, 0);
      expect([table.bytes, size.total]).toEqual([bytes, bytes]);
    }),
  );
});

describe("a table whose changes are reverted", () => {
  it("shows its former records in their former order, and then the current ones", () => {
    fc.assert(
      fc.property(steps, steps, steps, (earlier, latest, further) => {
        const { table, make, made, shown, size } = openTable();
        make(earlier);
        const former = shown();
        made.length = 0;
        make(latest);
        const [present, changes, total] = [shown(), [...made], size.total];
        const makeAgain = table.revert(changes);
        expect(shown()).toEqual(former);
        makeAgain();
        expect(shown()).toEqual(present);
        expect([made, size.total]).toEqual([changes, total]);
        const neverReverted = openTable();
        neverReverted.make([...earlier, ...latest, ...further]);
        make(further);
        expect(shown()).toEqual(neverReverted.shown());
      }),
      { numRuns: 500 },
    );
  });
});
