import { getEvents } from "pulumi-nodecloud";

export const lastBoots = getEvents({ action: "node_boot", limit: 10 }).then((events) =>
  events.map(({ created, entity, username }) => `${created} ${entity?.label} by ${username}`),
);
