import { type Change, Changes } from "../../../src/emulator/world/changes";

const put = (row: string): Change => ({ is: "put", table: "records", row });

test("of several changes to a subject only the last is kept, in the place of the first", () => {
  const changes = new Changes();
  changes.startRecording();
  changes.record(put("a1"), "a");
  changes.record(put("b1"), "b");
  changes.record(put("a2"), "a");
  changes.record(put("b2"), "b");
  expect(changes.take()).toEqual([put("a2"), put("b2")]);
  changes.record(put("a3"), "a");
  expect(changes.take()).toEqual([put("a3")]);
});

test("a subject that was removed and is added again comes last", () => {
  const changes = new Changes();
  changes.startRecording();
  const removed: Change = { is: "removed", table: "records", key: "a" };
  changes.record(put("a1"), "a");
  changes.recordRemoval(removed, "a");
  changes.record(put("b1"), "b");
  changes.record(put("a2"), "a");
  expect(changes.take()).toEqual([put("a1"), removed, put("b1"), put("a2")]);
});
