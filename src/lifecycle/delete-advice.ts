import type { CreateMatcher } from "./create-matcher";

type Deletable = Pick<CreateMatcher<never>, "deleteCall"> | undefined;

/** Advises to delete an object, as a sentence that ends with the command. With several ids, the user has to choose one. */
export function adviseDelete(
  matcher: Deletable,
  ids: readonly string[],
  condition = "no stack contains it and nobody needs it",
): string {
  const command = deleteCommand(matcher, ids);
  return `Delete it if ${condition}${command === undefined ? "" : `: ${command}`}.`;
}

/** The command that deletes one of the objects. Undefined if no single call deletes an object of this kind. */
export function deleteCommand(matcher: Deletable, ids: readonly string[]): string | undefined {
  const [id = "<id>", ...others] = ids;
  return matcher && `\`nodecloud api ${matcher.deleteCall} ${others.length > 0 ? "<id>" : id}\``;
}
