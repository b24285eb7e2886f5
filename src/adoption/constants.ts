import { ProgramNames, type ResourceNames } from "../program-text";
import type { ResourceClass } from "../resources/resource-class";
import type { AdoptableObject } from "./survey";

/** The constant that holds an adopted object in the program. */
export interface Constant extends ResourceNames {
  /** The code of its id: `web1.instanceId`. */
  readonly idCode: string;
}

/** The constants of a program, each with names of its own. */
export class Constants {
  readonly #constants = new Map<string, Constant>();

  constructor(objects: readonly AdoptableObject[]) {
    const names = new ProgramNames();
    const labels = new Map(objects.map(({ type, object }) => [`${type} ${object.id}`, object.label]));
    for (const { type, object, inspector } of objects) {
      const { id } = object;
      // A backup schedule has no label. Its id is that of its instance.
      const instance = type === "BackupSchedule" ? labels.get(`Instance ${id}`) : undefined;
      const own = names.add(type, instance === undefined ? object.label : `${instance}-backups`, id);
      this.#constants.set(`${type} ${id}`, { ...own, idCode: `${own.variable}.${inspector.idName}` });
    }
  }

  /** Undefined for an object that the program does not adopt. */
  find(type: ResourceClass, id: string): Constant | undefined {
    return this.#constants.get(`${type} ${id}`);
  }

  get(type: ResourceClass, id: string): Constant {
    const constant = this.find(type, id);
    if (constant === undefined) throw new RangeError(`The program does not adopt ${type} ${id}.`);
    return constant;
  }
}
