/** Runs processes and measures their wall and CPU time, and compares two measurements in interleaved pairs. */
import { spawn } from "node:child_process";
import { basename } from "node:path";
import { performance } from "node:perf_hooks";

/** A process that takes longer is killed, so that the other rows are measured. In milliseconds. */
const timeout = 180_000;

/** A shell that runs its arguments and writes the CPU time of all processes below it to descriptor 3. */
const shell = '"$@"; code=$?; times >&3; exit $code';

/**
 * Runs a command and resolves to its wall and CPU time in seconds and its output. The CPU time is that of the process and of all below it
 * that ended before it. It is missing if there is no POSIX shell.
 */
export async function run(command, args, { cwd, env, okCodes = [0] } = {}) {
  const hasShell = process.platform !== "win32";
  const began = performance.now();
  const child = hasShell
    ? spawn("sh", ["-c", shell, "sh", command, ...args], {
        ...{ cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe", "pipe"] },
      })
    : spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const texts = child.stdio.map(() => "");
  for (const [index, stream] of child.stdio.entries()) {
    stream?.setEncoding?.("utf8");
    if (index > 0)
      stream?.on("data", (data) => {
        texts[index] += data;
      });
  }
  const timer = setTimeout(() => kill(child, hasShell), timeout);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => resolve(status ?? signal));
  }).finally(() => clearTimeout(timer));
  const wallSeconds = (performance.now() - began) / 1000;
  const [, stdout, stderr, times = ""] = texts;
  if (!okCodes.includes(code)) {
    const output = `${stdout}${stderr}`.trim().split("\n").slice(-20).join("\n");
    throw new Error(`${basename(command)} exited with code ${code}\n${output}`);
  }
  return { wallSeconds, ...(hasShell && { cpuSeconds: cpuIn(times) }), stdout };
}

function kill(child, isGroup) {
  if (isGroup) process.kill(-child.pid, "SIGKILL");
  else child.kill("SIGKILL");
}

/** `times` prints user and system time of the shell, then those of its children: `0m1.230000s 0m0.120000s`. */
function cpuIn(text) {
  const children = text.trim().split("\n").at(-1) ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds))
    .reduce((sum, seconds) => sum + seconds, 0);
}

/**
 * Measures alternatives in interleaved rounds (A B, B A, ...), so that a varying load affects all of them. No new round begins once
 * `context` says that the time is up. Resolves to the measurements of each.
 */
export async function compare(context, turns, alternatives) {
  const names = Object.keys(alternatives);
  const measured = Object.fromEntries(names.map((name) => [name, []]));
  for (let turn = 0; turn < (context.quick ? 1 : turns); turn++) {
    if (turn > 0 && context.isOver()) break;
    for (const name of turn % 2 === 0 ? names : names.toReversed())
      measured[name].push(await alternatives[name]());
  }
  return measured;
}

/**
 * The ratio of the medians of two series of wall times, with the lowest and the highest ratio of a turn.
 * @param plus Seconds that are added to the times of the other.
 * @param invert Whether it is the ratio of rates.
 */
export function ratioOf(ours, others, { plus = 0, invert = false } = {}) {
  const ratio = (one, other) => (invert ? other / one : one / other);
  const [one, other] = [summaryOf(ours), summaryOf(others)];
  const ratios = ours.map(({ wallSeconds }, at) => ratio(wallSeconds, others[at].wallSeconds + plus));
  const hasCpu = one.cpuSeconds !== undefined && other.cpuSeconds !== undefined && other.cpuSeconds > 0;
  return {
    value: ratio(one.wallSeconds, other.wallSeconds + plus),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ...(hasCpu && { cpuRatio: ratio(one.cpuSeconds, other.cpuSeconds) }),
    ...{ ours: one, against: other, turns: ours.length },
  };
}

export function summaryOf(runs) {
  const cpu = runs.flatMap(({ cpuSeconds }) => cpuSeconds ?? []);
  return {
    wallSeconds: median(runs.map(({ wallSeconds }) => wallSeconds)),
    ...(cpu.length === runs.length && { cpuSeconds: median(cpu) }),
  };
}

export function median(figures) {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
