import { literal } from "../../program-text";
import type { RecordedStack } from "../recorded-stack";
import type { FindingAction } from "../types.generated";
import { type StackLocation, stackCommands, stackWords } from "./stack-commands";

type Actions = FindingAction[];

/** A difference between an object and its declaration. */
export interface Change {
  /** The argument; or the output, where no argument shows the difference. */
  readonly field: string;
  /** Undefined where it is secret or the service does not show it. */
  readonly live: unknown;
  /** Whether the field is an argument, which a program can declare. */
  readonly isArgument: boolean;
  readonly repair: "up" | "replacement" | "program";
  /** Whether a replacement has to delete the old object first. */
  readonly deletesFirst: boolean;
}

export function actionsOfChange(stack: StackLocation, urn: string, change: Change): Actions {
  const { field, live, isArgument, repair, deletesFirst } = change;
  const repairs = {
    up: () => upActions(stack, "Sets the declared values again.", ["--target", urn]),
    replacement: () => [
      ...(deletesFirst ? [deleteFirst] : []),
      ...upActions(
        stack,
        "Replaces the object with a new one with the declared values. The old one is deleted, with all its data.",
        ["--target-replace", urn],
      ),
    ],
    program: () => [],
  };
  return [...repairs[repair](), ...(isArgument ? acceptActions(field, live) : [])];
}

const deleteFirst: FindingAction = {
  purpose: "repair",
  description: "Add this option of the resource first: the label is taken until the old object is deleted.",
  form: "code",
  text: "deleteBeforeReplace: true,",
};

/** A recorded object that no longer exists. */
export function actionsOfDeletion(stack: StackLocation, urn: string): Actions {
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
export function actionsOfStranger(stack: StackLocation, urn: string, adoptId: string | number): Actions {
  return [
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

/** What the next `up` resumes or settles. */
export function actionsOfUnfinished(stack: StackLocation): Actions {
  return stackCommands(stack, "finish", "Resumes where the last run stopped.", ["up", "--refresh"]);
}

/** What a run left that was killed. */
export function actionsOfKilled(stack: StackLocation): Actions {
  const text = `npx nodecloud ${stackWords(stack, ["recover"])}`;
  return [
    {
      ...{ purpose: "finish", form: "command", text },
      description: "Shows what the killed run made, and settles it in the state.",
    },
  ];
}

/** A create that may have made an object. */
export function actionsOfUnresolved(
  stack: StackLocation,
  candidateIds: readonly (string | number)[],
): Actions {
  return [
    ...actionsOfKilled(stack),
    ...candidateIds.map((id): FindingAction => {
      return {
        purpose: "adopt",
        description: "If the object is this candidate, add the argument to the resource until the next `up`.",
        form: "code",
        text: `adopt: ${literal(id)},`,
      };
    }),
  ];
}

export function actionsOfMotion(stack: Pick<RecordedStack, "folder" | "selector">): Actions {
  if (stack.folder === undefined) return [];
  const text = `npx nodecloud ${stackWords(stack, ["drift"])}`;
  return [{ purpose: "look", description: "Scans again.", form: "command", text }];
}

/** An output that changed and that the program does not declare. */
export function actionsOfOutput(stack: StackLocation, urn: string): Actions {
  return stackCommands(stack, "accept", "Records the live values in the state.", [
    "refresh",
    "--target",
    urn,
  ]);
}

function upActions(stack: StackLocation, description: string, words: readonly string[]): Actions {
  return stackCommands(stack, "repair", description, ["up", "--refresh", ...words]);
}

function acceptActions(field: string, live: unknown): Actions {
  const accept = { purpose: "accept", form: "code" } as const;
  return [
    ...(live === undefined
      ? []
      : [
          {
            ...accept,
            description: "Declare the live value in the program, and run `up --refresh`.",
            text: `${field}: ${literal(live)},`,
          },
        ]),
    {
      ...accept,
      description:
        "Or ignore changes of the argument from now on: add this option of the resource, and run `up`.",
      text: `ignoreChanges: [${literal(field)}],`,
    },
  ];
}
