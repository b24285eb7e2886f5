import { operations } from "../../contract";
import { regionFor } from "../models/catalog/regions";
import { list, withOptionalToken } from "./handler";

const { regions: contract } = operations;

/** The operations of section 4.7. */
export const regions = {
  list: withOptionalToken(contract.list, ({ service }) =>
    list(service.world.regions.all(), (region) => region),
  ),
  view: withOptionalToken(contract.view, ({ service, path }) => regionFor(service, path.regionId)),
};
