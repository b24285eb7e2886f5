import type { Service } from "../../service";

const kinds: readonly RegExp[] = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const minKinds = 2;
const minDifferent = 4;

/** The problem of a root password, or undefined. The contract checks its length. */
export function passwordProblem({ settings }: Service, password: string): string | undefined {
  if (settings.rootPassStrength === "any") return undefined;
  const isStrong =
    kinds.filter((kind) => kind.test(password)).length >= minKinds && new Set(password).size >= minDifferent;
  return isStrong ? undefined : "root_pass is too weak: use letters together with digits or other characters";
}
