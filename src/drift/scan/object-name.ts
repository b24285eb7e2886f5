import type { ResourceClass } from "../../resources/inspectors";

/** An object, as a resource class names it. */
export interface ObjectName {
  readonly type: ResourceClass;
  readonly id: string;
}
