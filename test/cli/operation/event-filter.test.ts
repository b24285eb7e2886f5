import { filterEvents } from "../../../src/cli/operation/event-filter";
import type { EngineEvent } from "../../../src/engine";

const message = (ephemeral: boolean): EngineEvent => ({
  ...{ kind: "message", severity: "info", message: ephemeral ? "still booting" : "booted" },
  ...{ urn: "", ephemeral, time: 0 },
});
const events: readonly EngineEvent[] = [
  message(true),
  message(false),
  { kind: "stackOutputs", old: {}, new: {} },
];

it.each([
  [{}, events],
  [{ suppressProgress: true }, events.slice(1)],
  [{ suppressOutputs: true }, events.slice(0, 2)],
])("with %j, drops the suppressed events", (options, shown) => {
  const seen: EngineEvent[] = [];
  const listener = filterEvents((event) => seen.push(event), options);
  for (const event of events) listener(event);
  expect(seen).toEqual(shown);
});
