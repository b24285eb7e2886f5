import type { Batch, Call, Row } from "../../src/emulator/console/messages";

export const start = Date.UTC(2022, 2, 21, 9);

export function batch(members: Partial<Batch> = {}): Batch {
  return { clock: { now: start, speed: 1, frozen: false, next: null }, ...members };
}

export function callNumber(number: number, members: Partial<Call> = {}): Call {
  return {
    number,
    time: new Date(start + number * 1000).toISOString(),
    method: "POST",
    path: "/v4/node/instances",
    operation: "instances.create",
    status: 200,
    token: "full",
    faults: [],
    carriedOut: true,
    milliseconds: 3,
    ...members,
  };
}

export function instanceRow(id: number, members: Partial<Row> = {}): Row {
  const json = { id, label: `web-${id}`, status: "running", updated: "2022-03-21T09:00:00" };
  return { table: "instances", account: 1, key: id, json, ...members };
}
