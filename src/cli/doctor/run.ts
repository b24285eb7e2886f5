import { print, printJson } from "../print";
import { withProgress } from "../progress";
import { projectAddress } from "../stack-address";
import type { Check } from "./check";
import { checkEngine } from "./engine";
import { checkProject, type DoctorOptions } from "./project";
import { checkService } from "./service";

/** Prints what was found. Returns the exit code. */
export async function runDoctor(options: DoctorOptions & { readonly json: boolean }): Promise<number> {
  const { env } = projectAddress(options);
  const all = await withProgress("Checking the project", async ({ show }) => {
    const engine = checkEngine(env);
    const { checks, project, ...recorded } = await checkProject(options);
    show("Checking the service");
    const service = await checkService(env, recorded);
    return [...checks, ...(await (await engine)(project)), ...service];
  });
  const problems = all.filter(({ status }) => status === "problem").length;
  if (options.json) printJson(JSON.stringify({ problems, checks: all }, null, 2));
  else print(`${all.map(formatCheck).join("")}${verdictOf(problems)}\n`);
  return problems === 0 ? 0 : 1;
}

function formatCheck({ status, name, message, action }: Check): string {
  return `${status.padEnd(9)}${name.padEnd(12)}${message}${action === null ? "" : ` ${action}`}\n`;
}

function verdictOf(problems: number): string {
  if (problems === 0) return "No problem prevents a run.";
  return problems === 1 ? "1 problem prevents a run." : `${problems} problems prevent a run.`;
}
