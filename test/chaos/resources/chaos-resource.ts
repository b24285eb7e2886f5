import type { Operations } from "../../../src/contract";
import type { Control } from "../../../src/emulator";
import type { ResourceClass } from "../../../src/resources/resource-class";
import type { PropertyMap, ResourceState } from "../../../src/state";
import type { External } from "../history";
import type { Arguments, Resource } from "../resource";

export type World = ReturnType<Control["world"]>;
export type ExternalChange = Parameters<Control["externalChange"]>[0];

/** What the random histories know about one resource class. */
export interface ChaosResource {
  /** The arguments with which a program starts. `BRAND` stands for the brand, `KEY` for the number of the resource. */
  readonly basicArguments: Arguments;
  /** The changes that histories make. The first half is made in place. Histories contain their positions, so append new ones. */
  readonly argumentChanges: readonly Arguments[];
  /** Which of these arguments it has. Programs may ignore changes to them. */
  readonly ignorable: readonly ("tags" | "label")[];
  /** The values of its arguments that no message may contain. Distinctive, so that a message that repeats one is noticed. */
  readonly secrets: readonly string[];
  readonly references: References | undefined;
  /**
   * The resource with arguments that go together. Null if the program cannot declare it. If there is a target, it must not have the
   * arguments that `argumentsFrom` sets: the object would be compared with the values here. Default: as it is.
   * @param earlier The resources that the program declares before it.
   */
  withValidArguments?(
    resource: Resource,
    target: Resource | undefined,
    earlier: readonly Resource[],
  ): Resource | null;
  /** `partOf`: it has no objects of its own, but is a part of those of another class. */
  readonly objects: ObjectsOfClass | { readonly partOf: ResourceClass };
  /**
   * The arguments of the object that the world has under the id. Arguments that a world does not show are absent. Null if the object does
   * not exist.
   */
  liveArguments(world: World, id: string): Readonly<Record<string, unknown>> | null;
  /** The forms in which the declared and the live value of an argument are compared. Default: as they are. */
  readonly comparable?: Readonly<Record<string, (value: unknown) => unknown>>;
  /**
   * The arguments that may differ if the object was adopted: what only a create can set takes effect when it is next replaced, as a warning
   * says.
   */
  readonly ignoredAfterAdoption?: readonly string[];
  /** Whether the object has the secret that the state records. Default: it has no secret. */
  hasRecordedSecret?(resource: Resource, state: ResourceState, world: World): boolean;
  /** The operations that faults are injected into: all of the group, or those that create, change, list or view. */
  readonly operations: {
    readonly group: keyof Operations;
    readonly creates: readonly OperationName[];
    /** They include those that delete. */
    readonly changes: readonly OperationName[];
  };
}

export type OperationName = {
  [Group in keyof Operations]: `${Group}.${keyof Operations[Group] & string}`;
}[keyof Operations];

/** The resource that another one refers to. */
export interface Target {
  readonly type: ResourceClass;
  readonly outputs: PropertyMap;
}

/** Returns the id of an instance's disk. */
export type DiskOf = (instanceId: unknown) => number | undefined;

/** How resources of the class refer to other resources. */
interface References {
  /** The classes that they may refer to. */
  readonly targets: readonly ResourceClass[];
  /** Whether a program cannot declare one without a target. */
  readonly isRequired: boolean;
  /** The arguments that come from the outputs of the target. */
  argumentsFrom(target: Target, diskOf: DiskOf): PropertyMap;
  /**
   * `argumentsFrom` in the program of a process: a JavaScript function of the target. Undefined if the program cannot know them before the
   * target exists.
   */
  readonly programText: string | undefined;
  /** The target with arguments that go together with a reference to it. Default: as it is. */
  withValidTarget?(target: Resource): Resource;
}

/** The objects of a class, and what other users do to them. */
export interface ObjectsOfClass {
  /** What messages call one. */
  readonly kind: string;
  /** What the paths of requests for them contain. */
  readonly path: string;
  /** Those in the account that a user could manage. */
  existing(world: World): readonly { readonly id: number | string }[];
  /** The service does not return when an object was created. */
  readonly hasNoCreationTime?: true;
  /** Whether the service does not show an object yet. Default: it shows all. */
  isHidden?(world: World, id: string): boolean;
  /** A message that a delete leaves an object in the account. The first group is its id. */
  readonly keptMessage?: RegExp;
  externalDelete(id: string): ExternalChange;
  /**
   * A change that `up` repairs. If objects have no change of this kind, it is of another kind. Undefined if the object cannot be changed
   * now.
   */
  externalChange(
    id: string,
    kind: Exclude<External["kind"], "delete">,
    world: World,
  ): ExternalChange | undefined;
}
