import { readFileSync } from "node:fs";
import { join } from "node:path";
import { realClock } from "../../../src/clock";
import { createEmulator, type Emulator, type Listening } from "../../../src/emulator";
import { unfinishedCreates } from "../../../src/plugin/recorded-creates";
import {
  backendAt,
  emptySnapshot,
  openPassphrase,
  type ResourceState,
  readSnapshot,
  readStackFile,
  type SecretTexts,
  type Snapshot,
} from "../../../src/state";
import { type Ended, processesIn, type Running } from "../../cli/command";
import { FaultProxy, type ProxiedRequest } from "../../fault-proxy/fault-proxy";
import type { EngineName } from "../../whole/engines";
import { connectionTo, Project } from "../../whole/project";
import type { ChaosOutcome, ChaosRunOptions, ChaosStack, Operation } from "../chaos-stack";
import type { Program } from "../program";
import { Violation } from "../promises";
import { nameOfKill, type ProcessHistory, type ProcessKill } from "./history";
import { readOutput } from "./process-output";
import { declaredText, programText } from "./program-text";
import { QuickClock } from "./quick-clock";

export interface ProcessRunOptions extends ChaosRunOptions {
  readonly kill?: ProcessKill | undefined;
}

const preloads = [join(__dirname, "quick-process.cjs"), join(__dirname, "../../cheap-hashes.cjs")];
const passphrase = "a passphrase of the tests";

/** In real milliseconds: longer than any run takes, and than any process outlives its run. */
const [longestRun, longestEnd] = [120_000, 10_000];

/** The stack of a history whose runs are processes, which reach the service through a proxy. */
export class ProcessStack implements ChaosStack<ProcessRunOptions> {
  readonly proxy: FaultProxy;
  readonly #engine: EngineName;
  readonly #emulator: Emulator;
  readonly #server: Listening;
  readonly #program: Program;
  readonly #clock: QuickClock;
  readonly #project = new Project({
    "Pulumi.yaml": "name: project\nruntime: nodejs\n",
    "index.js": programText,
  });
  /** Which of two machines runs are on. */
  machine = 0;
  /** How runs ended early. */
  readonly kills = new Set<string>();
  #snapshot: Snapshot = emptySnapshot;
  #secrets: SecretTexts | undefined;

  private constructor(
    engine: EngineName,
    program: Program,
    parts: {
      readonly clock: QuickClock;
      readonly emulator: Emulator;
      readonly server: Listening;
      readonly proxy: FaultProxy;
    },
  ) {
    this.#engine = engine;
    this.#program = program;
    this.#clock = parts.clock;
    this.#emulator = parts.emulator;
    this.#server = parts.server;
    this.proxy = parts.proxy;
  }

  static async start(
    engine: EngineName,
    program: Program,
    { seed, settings }: ProcessHistory,
  ): Promise<ProcessStack> {
    const clock = new QuickClock();
    const emulator = createEmulator({ clock, seed, settings });
    const server = await emulator.listen({ allowedHosts: ["127.0.0.1"] });
    const proxy = await FaultProxy.start({ target: server.url, seed, clock });
    return new ProcessStack(engine, program, { clock, emulator, server, proxy });
  }

  get control() {
    return this.#emulator.control;
  }

  get states(): readonly ResourceState[] {
    return this.#snapshot.resources;
  }

  get pending(): readonly string[] {
    return this.#snapshot.pendingOperations.map(({ type, resource }) => `${type} ${resource.urn}`);
  }

  /** Whether a machine has the record of a create that no run has completed. */
  get hasOpenCreate(): boolean {
    const { folder } = this.#project;
    return [0, 1].some(
      (machine) =>
        unfinishedCreates(backendAt(folder).url, folder, this.#machineEnvironment(machine)).length > 0,
    );
  }

  async run(
    operation: Operation,
    { kill, refreshFirst, targets = [], replace = [], clearPendingCreates, allowEmpty }: ProcessRunOptions,
  ): Promise<ChaosOutcome> {
    this.#project.write("declared.json", declaredText(this.#program.declarations));
    const before = this.states;
    const ended = await this.#execute(
      [
        ...[operation, "--engine", this.#engine, "--yes"],
        ...(this.#engine === "embedded" ? ["--json"] : ["--skip-preview", "--non-interactive"]),
        ...(refreshFirst ? ["--refresh"] : []),
        ...targets.flatMap((urn) => ["--target", urn]),
        ...replace.flatMap((urn) => ["--replace", urn]),
        ...(clearPendingCreates ? ["--clear-pending-creates"] : []),
        ...(allowEmpty ? ["--allow-empty"] : []),
      ],
      kill,
    );
    await this.#load();
    const left = new Set(this.states.map(({ urn, id }) => `${urn} ${id}`));
    const removed = before.filter(({ urn, id }) => !left.has(`${urn} ${id}`));
    return { ...readOutput(this.#engine, ended, this.#program.resources), removed };
  }

  async advance(ms: number): Promise<void> {
    await this.proxy.carryOutLate();
    this.#clock.advance(ms);
  }

  forget(urn: string): Promise<void> {
    return this.#edit(["state", "delete", urn, "--yes"]);
  }

  unprotect(urn: string): Promise<void> {
    return this.#edit(["state", "unprotect", urn, "--yes"]);
  }

  unlock(): Promise<void> {
    return this.#edit(["cancel", "--yes"]);
  }

  recover(): Promise<void> {
    return this.#edit(["recover", "--yes", "--engine", this.#engine]);
  }

  async close(): Promise<void> {
    for (const pid of processesIn(this.#project.folder)) process.kill(pid, "SIGKILL");
    await this.proxy.close();
    await this.#server.close();
    this.#project.remove();
  }

  async #edit(args: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await this.#execute(args, undefined);
    await this.#load();
    // The second code of `recover`: something is left that needs a decision.
    if (code !== 0 && !(args[0] === "recover" && code === 2)) {
      throw new Violation(`${args.join(" ")} failed: ${stdout}${stderr}`);
    }
  }

  async #execute(args: readonly string[], kill: ProcessKill | undefined): Promise<Ended> {
    const running = this.#project.start(args, {
      env: {
        ...connectionTo(this.proxy),
        ...this.#machineEnvironment(this.machine),
        ...this.#clock.environment,
        ...{ NODE_OPTIONS: preloads.map((file) => `--require ${file}`).join(" ") },
        PULUMI_BACKEND_URL: backendAt(this.#project.folder).url,
        PULUMI_CONFIG_PASSPHRASE: passphrase,
        ...(this.#engine === "embedded" ? { CHAOS_CHEAP_KEYS: "1" } : {}),
      },
    });
    if (kill) this.#killDuring(running, kill);
    const timeout = new AbortController();
    const ended = await Promise.race([
      running.ended,
      realClock.sleep(longestRun, timeout.signal).catch(() => undefined),
    ]);
    timeout.abort();
    this.proxy.onRequest = () => undefined;
    this.proxy.onCarriedOut = () => undefined;
    if (!ended) throw new Violation(`${args.join(" ")} did not end`);
    await this.#untilAllEnded(args);
    return ended;
  }

  #killDuring(running: Running, kill: ProcessKill): void {
    let matched = 0;
    const signal = async ({ method }: ProxiedRequest) => {
      if (kill.method !== undefined && kill.method !== method) return;
      if (++matched !== kill.request) return;
      this.kills.add(nameOfKill(kill));
      const pids = this.#processes(kill.process, running);
      for (const pid of pids) process.kill(pid, kill.signal);
      if (kill.signal === "SIGKILL") await until(() => !pids.some(isRunning), 2000);
    };
    if (kill.isCarriedOut) this.proxy.onCarriedOut = signal;
    else this.proxy.onRequest = signal;
  }

  #processes(kind: ProcessKill["process"], running: Running): readonly number[] {
    if (kind === "engine" && this.#engine === "embedded") return [running.process.pid ?? 0];
    const pattern = kind === "plugin" ? /dynamic-provider/ : /^[^\0]*\bpulumi\0/;
    return processesIn(this.#project.folder).filter((pid) => pattern.test(commandOf(pid)));
  }

  /** No process outlives its run for long, except for one of a Pulumi CLI that was killed. */
  async #untilAllEnded(args: readonly string[]): Promise<void> {
    const running = () =>
      processesIn(this.#project.folder)
        .map(commandOf)
        .filter((command) => !/pulumi-language-/.test(command));
    if (await until(() => running().length === 0, longestEnd)) return;
    throw new Violation(`after ${args[0]}, these run: ${running().join("; ")}`);
  }

  #machineEnvironment(machine: number) {
    const home = join(this.#project.folder, "home", String(machine));
    return { HOME: home, NODECLOUD_HOME: join(home, ".nodecloud"), PULUMI_HOME: join(home, ".pulumi") };
  }

  async #load(): Promise<void> {
    const deployment = await readStackFile(backendAt(this.#project.folder), "project", "dev");
    if (!deployment?.salt) return;
    if (this.#engine === "embedded") process.env.CHAOS_CHEAP_KEYS = "1";
    this.#secrets ??= await openPassphrase(passphrase, deployment.salt);
    delete process.env.CHAOS_CHEAP_KEYS;
    this.#snapshot = readSnapshot(deployment, "the state", this.#secrets);
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
