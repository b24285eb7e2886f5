import { chooseStack, type ProjectAddress, type StackAddress, StateError } from "../state";
import type { ProjectOptions } from "./flags/project-options";

export function projectAddress({ cwd }: ProjectOptions): ProjectAddress {
  return { cwd, env: process.env };
}

/** The stack that a command works on. `name` is the one given as an argument. */
export async function resolveStack(options: ProjectOptions, name?: string): Promise<StackAddress> {
  const project = projectAddress(options);
  return { ...project, ...(await chooseStack(project, givenStackName(options, name))) };
}

/** The stack's name from the command line: the argument, or --stack. */
export function givenStackName({ stack }: ProjectOptions, name: string | undefined): string | undefined {
  if (name !== undefined && stack !== undefined) {
    throw new StateError(
      "stackName",
      `The stack is specified twice: "${name}" and --stack ${stack}. Nothing was done. Specify it once.`,
    );
  }
  return name ?? stack;
}
