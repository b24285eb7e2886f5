import { capitalizedWord, type Service } from "./service";
import { ServiceError } from "./service-error";

/** The error for an action on an instance on which another action is running. */
export const busy = (service: Service) =>
  new ServiceError("busy", [{ reason: `${capitalizedWord(service)} busy.` }]);
