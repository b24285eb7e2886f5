import { readFileSync } from "node:fs";
import { join } from "node:path";
import { realClock } from "../../../src/clock";
import { backendAt } from "../../../src/state";
import { type Ended, processesIn, type Running } from "../../cli/command";
import type { FaultProxy, ProxiedRequest } from "../../fault-proxy/fault-proxy";
import type { EngineName } from "../../whole/engines";
import { connectionTo, type Project } from "../../whole/project";
import { Violation } from "../promises";
import { nameOfKill, type ProcessKill } from "./history";
import type { QuickClock } from "./quick-clock";

const preloads = [join(__dirname, "quick-process.cjs"), join(__dirname, "../../cheap-hashes.cjs")];
export const passphrase = "a passphrase of the tests";

/** In real milliseconds: longer than any command takes, and than any process outlives its command. */
const [longestCommand, longestEnd] = [120_000, 10_000];

export interface CommandsOptions {
  readonly engine: EngineName;
  readonly project: Project;
  readonly proxy: FaultProxy;
  readonly clock: QuickClock;
}

/** Runs commands of a project as processes, on one of two machines, and kills them if a history says so. */
export class Commands {
  readonly #options: CommandsOptions;
  /** How commands ended early. */
  readonly kills = new Set<string>();

  constructor(options: CommandsOptions) {
    this.#options = options;
  }

  /** Resolves when the command and all processes that it started have ended. */
  async run(args: readonly string[], machine: number, kill?: ProcessKill): Promise<Ended> {
    const { engine, project, proxy, clock } = this.#options;
    const running = project.start(args, {
      env: {
        ...connectionTo(proxy),
        ...this.environmentOf(machine),
        ...clock.environment,
        ...{ NODE_OPTIONS: preloads.map((file) => `--require ${file}`).join(" ") },
        PULUMI_BACKEND_URL: backendAt(project.folder).url,
        PULUMI_CONFIG_PASSPHRASE: passphrase,
        ...(engine === "embedded" ? { CHAOS_CHEAP_KEYS: "1" } : {}),
      },
    });
    if (kill) this.#killDuring(running, kill);
    const timeout = new AbortController();
    const ended = await Promise.race([
      running.ended,
      realClock.sleep(longestCommand, timeout.signal).catch(() => undefined),
    ]);
    timeout.abort();
    proxy.onRequest = () => undefined;
    proxy.onCarriedOut = () => undefined;
    if (!ended) throw new Violation(`${args.join(" ")} did not end`);
    await this.#untilAllEnded(args);
    return ended;
  }

  /** The variables by which a machine has a home of its own. */
  environmentOf(machine: number) {
    const home = join(this.#options.project.folder, "home", String(machine));
    return { HOME: home, NODECLOUD_HOME: join(home, ".nodecloud"), PULUMI_HOME: join(home, ".pulumi") };
  }

  killAll(): void {
    for (const pid of processesIn(this.#options.project.folder)) process.kill(pid, "SIGKILL");
  }

  #killDuring(running: Running, kill: ProcessKill): void {
    const { proxy } = this.#options;
    let matched = 0;
    const signal = async ({ method }: ProxiedRequest) => {
      if (kill.method !== undefined && kill.method !== method) return;
      if (++matched !== kill.request) return;
      this.kills.add(nameOfKill(kill));
      const pids = this.#processes(kill.process, running);
      for (const pid of pids) process.kill(pid, kill.signal);
      if (kill.signal === "SIGKILL") await until(() => !pids.some(isRunning), 2000);
    };
    if (kill.isCarriedOut) proxy.onCarriedOut = signal;
    else proxy.onRequest = signal;
  }

  #processes(kind: ProcessKill["process"], running: Running): readonly number[] {
    const { engine, project } = this.#options;
    if (kind === "engine" && engine === "embedded") return [running.process.pid ?? 0];
    const pattern = kind === "plugin" ? /dynamic-provider/ : /^[^\0]*\bpulumi\0/;
    return processesIn(project.folder).filter((pid) => pattern.test(commandOf(pid)));
  }

  /** No process outlives its command for long, except for one of a Pulumi CLI that was killed. */
  async #untilAllEnded(args: readonly string[]): Promise<void> {
    const running = () =>
      processesIn(this.#options.project.folder)
        .map(commandOf)
        .filter((command) => !/pulumi-language-/.test(command));
    if (await until(() => running().length === 0, longestEnd)) return;
    throw new Violation(`after ${args[0]}, these run: ${running().join("; ")}`);
  }
}

/** Whether a condition holds within this many real milliseconds. */
async function until(holds: () => boolean, ms: number): Promise<boolean> {
  for (const end = realClock.now() + ms; realClock.now() < end; await realClock.sleep(50)) {
    if (holds()) return true;
  }
  return holds();
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** A process that has ended may wait for its parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
