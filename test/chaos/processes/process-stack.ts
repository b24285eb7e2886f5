import { createEmulator, type Emulator, type Listening } from "../../../src/emulator";
import { unfinishedCreates } from "../../../src/plugin/recorded-creates";
import {
  backendAt,
  emptySnapshot,
  openPassphrase,
  type ResourceState,
  readSnapshot,
  readStackFile,
  type SecretStrings,
  type Snapshot,
} from "../../../src/state";
import { FaultProxy } from "../../fault-proxy/fault-proxy";
import type { EngineName } from "../../whole/engines";
import { Project } from "../../whole/project";
import type { ChaosOutcome, ChaosRunOptions, ChaosStack, Operation } from "../chaos-stack";
import type { Program } from "../program";
import { Violation } from "../promises";
import { Commands, passphrase } from "./commands";
import type { ProcessHistory, ProcessKill } from "./history";
import { readOutput } from "./process-output";
import { declaredText, programText } from "./program-text";
import { QuickClock } from "./quick-clock";

/** Exit codes of `nodecloud recover` (docs/recover.md). */
const [needsDecision, incomplete] = [2, 3];

export interface ProcessRunOptions extends ChaosRunOptions {
  readonly kill?: ProcessKill | undefined;
}

interface Service {
  readonly clock: QuickClock;
  readonly emulator: Emulator;
  readonly server: Listening;
  readonly proxy: FaultProxy;
}

/** The stack of a history whose runs are processes, which reach the service through a proxy. */
export class ProcessStack implements ChaosStack<ProcessRunOptions> {
  readonly #engine: EngineName;
  readonly #program: Program;
  readonly #service: Service;
  readonly #project = new Project({
    "Pulumi.yaml": "name: project\nruntime: nodejs\n",
    "index.js": programText,
  });
  readonly #commands: Commands;
  /** Which of two machines runs are on. */
  machine = 0;
  #snapshot: Snapshot = emptySnapshot;
  #secrets: SecretStrings | undefined;

  private constructor(engine: EngineName, program: Program, service: Service) {
    this.#engine = engine;
    this.#program = program;
    this.#service = service;
    this.#commands = new Commands({ engine, project: this.#project, ...service });
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
    return this.#service.emulator.control;
  }

  get faults() {
    return this.#service.proxy.faults;
  }

  /** How runs ended early. */
  get kills(): ReadonlySet<string> {
    return this.#commands.kills;
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
    const { url } = backendAt(folder);
    return [0, 1].some(
      (machine) => unfinishedCreates(url, folder, this.#commands.environmentOf(machine)).length > 0,
    );
  }

  async run(
    operation: Operation,
    { kill, refreshFirst, targets = [], replace = [], clearPendingCreates, allowEmpty }: ProcessRunOptions,
  ): Promise<ChaosOutcome> {
    this.#project.write("declared.json", declaredText(this.#program.declarations));
    const before = this.states;
    const ended = await this.#commands.run(
      [
        ...[operation, "--engine", this.#engine, "--yes"],
        ...(this.#engine === "embedded" ? ["--json"] : ["--skip-preview", "--non-interactive"]),
        ...(refreshFirst ? ["--refresh"] : []),
        ...targets.flatMap((urn) => ["--target", urn]),
        ...replace.flatMap((urn) => ["--replace", urn]),
        ...(clearPendingCreates ? ["--clear-pending-creates"] : []),
        ...(allowEmpty ? ["--allow-empty"] : []),
      ],
      this.machine,
      kill,
    );
    await this.#load();
    const left = new Set(this.states.map(({ urn, id }) => `${urn} ${id}`));
    const removed = before.filter(({ urn, id }) => !left.has(`${urn} ${id}`));
    return { ...readOutput(this.#engine, ended, this.#program.resources), removed };
  }

  async advance(ms: number): Promise<void> {
    await this.#service.proxy.carryOutLate();
    this.#service.clock.advance(ms);
  }

  async forget(urn: string): Promise<void> {
    await this.#edit(["state", "delete", urn, "--yes"]);
  }

  async unprotect(urn: string): Promise<void> {
    await this.#edit(["state", "unprotect", urn, "--yes"]);
  }

  async unlock(): Promise<void> {
    await this.#edit(["cancel", "--yes"]);
  }

  readonly comparesPreviews = false;
  readonly alwaysRecovers = true;

  /** Runs it again if something could not be read. */
  async recover(): Promise<void> {
    for (let times = 1; times <= 3; times++) {
      const code = await this.#edit(
        ["recover", "--yes", "--engine", this.#engine],
        [0, needsDecision, incomplete],
      );
      if (code !== incomplete) return;
    }
  }

  async close(): Promise<void> {
    this.#commands.killAll();
    await this.#service.proxy.close();
    await this.#service.server.close();
    this.#project.remove();
  }

  async #edit(args: readonly string[], expected: readonly number[] = [0]): Promise<number> {
    const { code, stdout, stderr } = await this.#commands.run(args, this.machine);
    await this.#load();
    if (code === null || !expected.includes(code))
      throw new Violation(`${args.join(" ")} failed: ${stdout}${stderr}`);
    return code;
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
