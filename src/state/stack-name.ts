import { StateError } from "./error";

/** Validates a stack's name and returns its short form: `dev` for `dev`, `organization/dev` and `organization/project/dev`. */
export function parseStackName(text: string, project: string): string {
  const parts = text.split("/");
  const name = parts.at(-1) ?? "";
  const organization = parts.length > 1 ? parts[0] : "organization";
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name) || name === "." || name === "..") {
    throw new StateError(
      "stackName",
      `"${name}" is not a stack name. A name is 1 to 100 letters, digits, hyphens, underscores and dots.`,
    );
  }
  if (parts.length > 3 || organization !== "organization") {
    throw new StateError(
      "stackName",
      `"${text}" is not a stack of this backend, whose only organization is "organization". Write "${name}" or "organization/${project}/${name}".`,
    );
  }
  if (parts.length === 3 && parts[1] !== project) {
    throw new StateError(
      "stackName",
      `"${text}" names the project "${parts[1]}", but this is the project "${project}". Write "${name}", or run the command in the folder of that project.`,
    );
  }
  return name;
}
