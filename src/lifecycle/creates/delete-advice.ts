import { apiCommand } from "../identity/api-command";
import type { Services } from "../services";
import type { CreateMatcher } from "./create-matcher";

type Deletable = Pick<CreateMatcher<never>, "deleteCall" | "deleteNote">;

/** Advises to delete an object, with the command, unless no single call deletes an object of this kind. */
export function adviseDelete(
  services: Services,
  matcher: Deletable | undefined,
  ids: readonly string[],
  condition = "no stack contains it and it is no longer needed",
  object = "it",
): string {
  const command = matcher === undefined ? "" : `: ${deleteCommand(services, matcher, ids)}`;
  const note = matcher?.deleteNote === undefined ? "" : ` ${matcher.deleteNote(services)}`;
  return `Delete ${object} if ${condition}${command}.${note}`;
}

/** The command that deletes one of the objects. With several ids, the user has to choose one. */
export function deleteCommand(services: Services, { deleteCall }: Deletable, ids: readonly string[]): string {
  const [id = "<id>", ...others] = ids;
  return apiCommand(services, `${deleteCall} ${others.length > 0 ? "<id>" : id}`);
}
