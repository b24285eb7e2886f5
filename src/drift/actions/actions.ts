import { literal } from "../../program-text";
import type { ResourceClass } from "../../resources/resource-class";
import type { RecordedResource } from "../recorded-stack";
import type { FindingAction } from "../types.generated";
import { type StackLocation, stackCommands } from "./stack-commands";

type Actions = FindingAction[];

type Named = Pick<RecordedResource, "urn" | "isProtected">;

/** A difference between an object and its declaration. */
export interface Change {
  /** The argument; or the output, if no argument shows the difference. */
  readonly field: string;
  /** Undefined if it is secret, the service does not return it, or no program can declare it. Null if there is none. */
  readonly live: unknown;
  /** Whether the field is an argument, which a program can declare. */
  readonly isArgument: boolean;
  /** Whether every program has to declare a value of the argument. */
  readonly isRequired: boolean;
  readonly repair: "up" | "replacement" | "program";
}

export function changeActions(stack: StackLocation, { urn, isProtected }: Named, change: Change): Actions {
  const { field, live, isArgument, isRequired, repair } = change;
  const repairs = {
    up: () => upActions(stack, "Sets the declared values again.", ["--target", urn]),
    replacement: () => [
      ...(isProtected ? [unprotect] : []),
      ...upActions(
        stack,
        "Replaces the object with a new one with the declared values, and updates what depends on it. The old one is deleted, with all its data.",
        ["--target-replace", urn, "--target-dependents"],
      ),
    ],
    program: () => [],
  };
  return [...repairs[repair](), ...(isArgument ? acceptActions(field, live, isRequired) : [])];
}

const unprotect: FindingAction = {
  purpose: "repair",
  description: "Set this option of the resource first: a protected one is not replaced.",
  form: "code",
  text: "protect: false,",
};

/** A recorded object that no longer exists. */
export function deletionActions(stack: StackLocation, urn: string): Actions {
  return [
    ...upActions(stack, "Creates the object again, with a new id.", ["--target", urn]),
    ...stackCommands(
      stack,
      "forget",
      "Removes the record from the state. Remove the resource from the program too, or the next `up` creates it again.",
      ["refresh", "--target", urn],
    ),
  ];
}

/** Another object has the recorded id. */
export function notOursActions(
  stack: StackLocation,
  { urn, isProtected }: Named,
  adoptId: string | number,
): Actions {
  const unprotection = "Removes the protection of the record first: a protected record cannot be removed.";
  return [
    ...(isProtected ? stackCommands(stack, "forget", unprotection, ["state", "unprotect", urn]) : []),
    ...stackCommands(
      stack,
      "forget",
      "Check the address and the token first. Removes the record from the state and leaves the object alone, so that the next `up` creates a new one.",
      ["state", "delete", urn],
    ),
    {
      purpose: "adopt",
      description:
        "To manage the object that has the id now, remove the record, and add this argument to the resource until the next `up`.",
      form: "code",
      text: `adopt: ${literal(adoptId)},`,
    },
  ];
}

/** Work that the next `up` resumes or resolves. */
export function unfinishedActions(stack: StackLocation): Actions {
  return stackCommands(stack, "finish", "Resumes where the last run stopped.", ["up", "--refresh"]);
}

/** Work that a killed run left behind. */
export function recoverActions(stack: StackLocation): Actions {
  const description = "Shows what the killed run did, and resolves it in the state.";
  return stackCommands(stack, "finish", description, ["recover"]);
}

/** What an adoption takes besides `adopt`, as a sentence. */
const adoptionNotes: Readonly<Record<string, string | undefined>> = {
  OAuthClient: " Set `secretVersion` too: the secret of an adopted client is unknown until it is reset.",
  Image: " An image that is waiting for its data cannot be adopted: run `nodecloud recover` instead.",
} satisfies Partial<Record<ResourceClass, string>>;

/** A create that may have created an object. */
export function unresolvedActions(
  stack: StackLocation,
  type: string,
  candidateIds: readonly (string | number)[],
): Actions {
  const more = adoptionNotes[type] ?? "";
  return [
    ...recoverActions(stack),
    ...candidateIds.map((id): FindingAction => {
      return {
        purpose: "adopt",
        description: `If the object is this candidate, add the argument to the resource until the next \`up\`.${more}`,
        form: "code",
        text: `adopt: ${literal(id)},`,
      };
    }),
  ];
}

export function transitionActions(stack: StackLocation): Actions {
  return stack.folder === undefined ? [] : stackCommands(stack, "look", "Scans again.", ["drift"]);
}

/** An output that changed and that the program does not declare. */
export function outputActions(stack: StackLocation, urn: string): Actions {
  return stackCommands(stack, "accept", "Records the live values in the state.", [
    "refresh",
    "--target",
    urn,
  ]);
}

function upActions(stack: StackLocation, description: string, words: readonly string[]): Actions {
  return stackCommands(stack, "repair", description, ["up", "--refresh", ...words]);
}

const accept = { purpose: "accept", form: "code" } as const;

function acceptActions(field: string, live: unknown, isRequired: boolean): Actions {
  return [
    ...(live === undefined || (live === null && isRequired) ? [] : [declareAction(field, live)]),
    {
      ...accept,
      description:
        "Or ignore changes to the argument from now on: add it to the resource's option `ignoreChanges`, which is one list for all arguments, and run `up`.",
      text: `ignoreChanges: [${literal(field)}],`,
    },
  ];
}

function declareAction(field: string, live: unknown): FindingAction {
  return live === null
    ? {
        ...accept,
        description: "Remove the argument from the program or leave it undefined, and run `up --refresh`.",
        text: `${field}: undefined,`,
      }
    : {
        ...accept,
        description: "Declare the live value in the program, and run `up --refresh`.",
        text: `${field}: ${literal(live)},`,
      };
}
