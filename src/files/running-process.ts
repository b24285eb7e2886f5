import { readFileSync } from "node:fs";
import { errorCodeOf } from "../unknown";

/** Whether this machine runs a process with this id, which may have been reused. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return errorCodeOf(error) === "EPERM";
  }
}

/** When the system started a process, in the system's own units. Linux only. */
export function processStartOf(pid: number): string | undefined {
  return processFields(pid)?.[19];
}

/** A process that ended keeps its id, and takes signals, until its parent waits for it: in a container often never. */
function isZombie(pid: number): boolean {
  return /^[ZX]/.test(processFields(pid)?.[0] ?? "");
}

/** The fields of `/proc/PID/stat`, beginning with the state of the process. Linux only. */
function processFields(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
