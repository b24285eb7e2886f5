import type { CommonInputs } from "../common-inputs";
import type { Definition } from "./definition";
import type { LiveIdentity } from "./identity/identity";
import type { Properties } from "./lifecycle";
import { hiddenIn } from "./objects/unreadable-items";
import { planUpdate } from "./operations/plan-update";
import type { ReadServices } from "./services";
import { hiddenDriftOf } from "./steps";
import { type Adoption, adoptionOf, returnedInputs } from "./values/adoption";
import { numericIds } from "./values/id-format";
import { idName } from "./values/id-name";
import { IgnoredChanges } from "./values/ignored-changes";
import { declaredInputs, inputProblems } from "./values/inputs";
import { writeOutputs } from "./values/outputs";
import { holdsUnknown } from "./values/unknown-value";

/** Reads and compares the objects of one resource type for drift reports. Sends only reads. */
export interface Inspector {
  /** The name of the objects in messages: `instance`. */
  readonly kind: string;
  /** The output that holds the id: `instanceId`. */
  readonly idName: string;
  /** Whether the id alone identifies an object. */
  readonly idsAreUnique: boolean;
  /** An id in the form of the argument `adopt`. */
  adoptValue(id: string): string | number;
  /** The arguments whose live values the service returns. */
  readonly comparedArguments: readonly string[];
  readonly arguments: Readonly<Record<string, InspectedArgument>>;
  /** The compared arguments that the program declares and whose changes it does not ignore. */
  managedArguments(inputs: Properties): readonly string[];
  /** All objects of the account, in one list, without fields that take a request per object. */
  list(): Promise<InspectedList>;
  /** One object as read within the last 5 s, with every field that is compared with the inputs. Undefined if it no longer exists. */
  read(id: string, inputs: Properties): Promise<InspectedObject | undefined>;
  /** Like `read`, but current: not from a list, which may lag behind. */
  view(id: string, inputs: Properties): Promise<InspectedObject | undefined>;
}

interface InspectedArgument {
  readonly isSecret: boolean;
  /** Whether a program can declare it. */
  readonly isDeclarable: boolean;
  /** Whether the class's type requires a value without `adopt`. */
  readonly isRequired: boolean;
}

interface InspectedList {
  readonly objects: ReadonlyMap<string, InspectedObject>;
  /** How many objects the service counts but does not return, for example because of a missing grant. */
  readonly hidden: number;
}

/** An object as the service returned it. */
export interface InspectedObject {
  readonly id: string;
  readonly label: string | undefined;
  readonly identity: LiveIdentity;
  /** The transition that it is in, such as `provisioning`. */
  readonly transition: string | undefined;
  /** Whether a program could manage it: not a public image. */
  readonly isManageable: boolean;
  /** Why no program can manage it. Also undefined if it does not exist on its own, such as the schedule of a backup service that is off. */
  readonly unmanageableReason: string | undefined;
  /** Its outputs, under the names that programs read. */
  readonly outputs: Properties;
  /** The arguments that describe it, if the service returns them and they differ from the service's defaults. */
  readonly inputs: Properties;
  /** The declaration with which a program adopts it without changing it. */
  adoption(): Adoption;
  /**
   * Compares it with a recorded resource as the next diff would.
   * @param inputs Unknown values are the SDK's unknown value, and are not compared.
   */
  compare(inputs: Properties, outputs: Properties): readonly ObjectDrift[];
  /** Whether `compare` needs the object as `read` returns it. */
  needsRead(inputs: Properties): boolean;
}

/** One difference between an object and its declaration. */
export interface ObjectDrift {
  /** The argument, or the output if no argument reflects the difference. */
  readonly field: string;
  readonly declared: unknown;
  readonly live: unknown;
  /** Whether an update repairs it. Otherwise only a replacement or a change to the program removes the difference. */
  readonly isRepaired: boolean;
  /** Why an update does not repair it. */
  readonly reason?: string;
  /** Whether the program can declare the live value. A service may return one that the check refuses. */
  readonly isDeclarable: boolean;
  /** Whether it may disappear on its own within 15 s. */
  readonly mayBeTransient: boolean;
}

export function createInspector<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: ReadServices,
): Inspector {
  const { fields, collection, kind, idFormat = numericIds, requiredArguments = [] } = definition;
  const names: (keyof I & string)[] = [];
  for (const name in fields) names.push(name);
  const inspected = (id: string, live: Live): InspectedObject => {
    const isManageable = definition.isManageable?.(live) ?? true;
    return {
      id,
      label: definition.labelOf?.(live) ?? undefined,
      identity: definition.identityOf(live),
      transition: definition.transitionOf?.(live),
      isManageable,
      unmanageableReason: isManageable ? undefined : definition.unmanageableReason?.(live),
      outputs: writeOutputs(definition, live, { applied: undefined }),
      inputs: returnedInputs(definition, live),
      adoption: () => adoptionOf(definition, id, live),
      compare: (inputs, outputs) => compareObject(definition, live, inputs, outputs),
      needsRead: (inputs) =>
        names.some(
          (name) => fields[name].readSeparately === true && (inputs[name] ?? undefined) !== undefined,
        ),
    };
  };
  const inspectedIfAny = (id: string, live: Live | undefined) =>
    live === undefined ? undefined : inspected(id, live);
  const collectionFor = (inputs: Properties) =>
    collection(services, declaredInputs<I>(fields, inputs).values);
  const comparedArguments = names.filter((name) => fields[name].live !== undefined);
  return {
    kind,
    idName: idName(definition),
    idsAreUnique: idFormat.areUnique === true,
    adoptValue: (id) => (idFormat === numericIds ? Number(id) : id),
    comparedArguments,
    managedArguments: (inputs) => {
      const ignored = new IgnoredChanges(inputs);
      return comparedArguments.filter(
        (name) => (inputs[name] ?? undefined) !== undefined && !ignored.includes(name),
      );
    },
    arguments: Object.fromEntries(
      names.map((name) => [
        name,
        {
          isSecret: fields[name].secret === true || fields[name].stored !== undefined,
          isDeclarable: fields[name].computedFrom === undefined,
          isRequired: requiredArguments.includes(name),
        },
      ]),
    ),
    list: async () => {
      const list = await collection(services).listAll();
      const objects = new Map([...list.items].map(([id, live]) => [id, inspected(id, live)]));
      return { objects, hidden: hiddenIn(list) };
    },
    read: async (id, inputs) => inspectedIfAny(id, await collectionFor(inputs).read(id)),
    view: async (id, inputs) => inspectedIfAny(id, await collectionFor(inputs).view(id)),
  };
}

/** Treats the declared values as the applied ones, so every difference comes from the live object. */
function compareObject<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  live: Live,
  inputs: Properties,
  outputs: Properties,
): readonly ObjectDrift[] {
  const { fields } = definition;
  const declared = declaredInputs<I>(fields, inputs).values;
  const names = ["adopted", "storedForms", ...(definition.keptSecrets ?? [])];
  const kept = Object.fromEntries(names.map((name) => [name, outputs[name]]));
  const ignored = new IgnoredChanges(inputs);
  const state = { live, applied: declared, ignored, kept };
  const { comparison } = planUpdate(definition, inputs, declared, {
    ...state,
    ...{ origin: undefined, identity: {}, unfinished: [], unresolved: undefined },
    adopted: outputs.adopted === true,
    takenOver: false,
    hasOtherProvider: false,
  });
  const hidden = hiddenDriftOf(definition, declared, state, ignored);
  const isLeftOut = (name: keyof I & string) =>
    holdsUnknown(declared[name]) || hidden?.explainedArguments?.includes(name) === true;
  const drifts: Omit<ObjectDrift, "isDeclarable">[] = [];
  for (const field of comparison.changed) {
    if (isLeftOut(field)) continue;
    const actual = fields[field].live?.(live);
    drifts.push({ field, declared: declared[field], live: actual, isRepaired: true, mayBeTransient: false });
  }
  for (const { field, declared: wanted, live: actual } of comparison.unrepaired) {
    if (isLeftOut(field)) continue;
    const { change } = fields[field];
    const reason = typeof change === "object" ? change.unrepairedReason : undefined;
    drifts.push({
      ...{ field, declared: wanted, live: actual, isRepaired: false, mayBeTransient: false },
      ...(reason === undefined ? {} : { reason }),
    });
  }
  if (hidden) {
    const { output, declared: wanted, live: actual, mayBeTransient = false } = hidden;
    drifts.push({ field: output, declared: wanted, live: actual, isRepaired: true, mayBeTransient });
  }
  return drifts.map((drift) => ({ ...drift, isDeclarable: canDeclare(definition, inputs, drift) }));
}

function canDeclare<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Properties,
  { field, live }: Pick<ObjectDrift, "field" | "live">,
): boolean {
  const problems = inputProblems(definition, { ...inputs, [field]: live }, false);
  return !problems.some((problem) => problem.match(/^\w+/)?.[0] === field);
}
