import { Project } from "../whole/project";
import type { Ended, StartOptions } from "./command";
import { runInProcess } from "./in-process";

/** A project whose commands run in this process. */
export class InProcessProject extends Project {
  override run(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
    return runInProcess(args, this.optionsFor(options));
  }
}
