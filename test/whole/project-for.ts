import { InProcessProject } from "../cli/in-process-project";
import type { EngineName } from "./engines";
import { Project } from "./project";

/** A project whose commands run in this process where they can: the Pulumi CLI is a process of its own. */
export function projectFor(engine: EngineName, files: Readonly<Record<string, string>>): Project {
  return engine === "embedded" ? new InProcessProject(files) : new Project(files);
}
