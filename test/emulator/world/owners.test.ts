import { Owners } from "../../../src/emulator/world/owners";

it("knows the accounts that have a record, in order", () => {
  const owners = new Owners();
  const [tenth, second] = [10, 2].map((account) => owners.presenceIn("images", account));
  const other = owners.presenceIn("instances", 3);
  for (const presence of [tenth, second, other]) presence?.added("one");
  tenth?.added("two");
  expect([owners.of("images", "one"), owners.of("instances", "one")]).toEqual([[2, 10], [3]]);
  expect([owners.of("images", "none"), owners.of("disks", "one")]).toEqual([[], []]);
  second?.removed("one");
  second?.removed("two");
  expect([owners.of("images", "one"), owners.of("images", "two")]).toEqual([[10], [10]]);
  tenth?.removed("one");
  expect(owners.of("images", "one")).toEqual([]);
});
