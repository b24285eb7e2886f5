import { operations } from "../../contract";
import { regionFor } from "../models/catalog/regions";
import { forAnybody, list } from "./behaviour";

const { regions: contract } = operations;

/** Section 4.7. */
export const regions = {
  list: forAnybody(contract.list, ({ service }) => list(service.world.regions.all(), (region) => region)),
  view: forAnybody(contract.view, ({ service, path }) => regionFor(service, path.regionId)),
};
