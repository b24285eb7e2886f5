import { getEvents } from "pulumi-nodecloud";

export const created = getEvents({ action: "node_create", limit: 10 }).then((events) =>
  events.map(({ created: at, entity, username }) => `${at} ${entity?.label} by ${username}`),
);
