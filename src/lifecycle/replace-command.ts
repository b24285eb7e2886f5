import { shellWord } from "../shell-word";
import { type ResourceOrigin, urnOf } from "./origin";
import { formerNameOf } from "./renamed-requests";
import type { Services } from "./services";

/** The command that replaces a resource, for messages. */
export function replaceCommand(services: Services, origin: ResourceOrigin | undefined): string {
  const urn =
    origin === undefined
      ? "<urn>"
      : shellWord(formerNameOf(services, origin) ? patternOf(urnOf(origin)) : urnOf(origin));
  return `\`pulumi up --replace ${urn}\``;
}

/**
 * A pattern that only this URN matches. The state may have a renamed resource under its former name, and engines then refuse the new URN,
 * but compare a pattern with the resources of the program.
 */
function patternOf(urn: string): string {
  return urn.replace("pulumi-nodejs:dynamic", "*-nodejs:dynamic");
}
