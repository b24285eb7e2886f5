import { chooseStack, type ProjectAddress, type StackAddress, StateError } from "../state";
import type { ProjectOptions } from "./project-options";

export function projectOf({ cwd }: ProjectOptions): ProjectAddress {
  return { cwd, env: process.env };
}

/** The stack that is meant; `name` is one that was given as an argument. */
export async function stackOf(options: ProjectOptions, name?: string): Promise<StackAddress> {
  const project = projectOf(options);
  return { ...project, ...(await chooseStack(project, namedStack(options, name))) };
}

/** The stack that was named on the command line, as an argument or with --stack. */
export function namedStack({ stack }: ProjectOptions, name: string | undefined): string | undefined {
  if (name !== undefined && stack !== undefined) {
    throw new StateError(
      "stackName",
      `The stack is named twice, as "${name}" and with --stack ${stack}. Nothing was done. Name it once.`,
    );
  }
  return name ?? stack;
}
