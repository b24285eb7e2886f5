/** An object, as a resource class names it. */
import type { ResourceClass } from "../../resources/resource-class";
export interface ObjectName {
  readonly type: ResourceClass;
  readonly id: string;
}
