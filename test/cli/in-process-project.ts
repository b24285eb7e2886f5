import { Project } from "../whole/project";
import type { Ended } from "./command";
import { type InProcessOptions, runInProcess } from "./in-process";

/** A project whose commands run in this process. */
export class InProcessProject extends Project {
  override run(args: readonly string[], options: InProcessOptions = {}): Promise<Ended> {
    return runInProcess(args, { ...options, ...this.optionsFor(options) });
  }
}
