import { getRegion, getRegions } from "pulumi-nodecloud";

export const withBackups = getRegion({ capability: "Backups", country: "us", first: true }).then(
  ({ id }) => id,
);
export const available = getRegions({ status: "ok" }).then((regions) => regions.map(({ id }) => id));
