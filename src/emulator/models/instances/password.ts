import type { Service } from "../../service";

const characterKinds: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const minCharacterKinds = 2;
const minDistinctCharacters = 4;

/** The problem of a root password, or undefined. The contract checks its length. */
export function passwordProblem({ settings }: Service, password: string): string | undefined {
  if (settings.rootPassStrength === "any") return undefined;
  const isStrong =
    characterKinds.filter((kind) => kind.test(password)).length >= minCharacterKinds &&
    new Set(password).size >= minDistinctCharacters;
  return isStrong ? undefined : "root_pass is too weak: use letters together with digits or other characters";
}
