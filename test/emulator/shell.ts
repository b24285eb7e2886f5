import { spawn } from "node:child_process";

export interface ShellResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script in a shell that ends with the first command that fails. */
export function runShell(script: string): Promise<ShellResult> {
  const child = spawn("sh", ["-e"], { env: { PATH: process.env.PATH } });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
    });
  }
  child.stdin.end(script);
  return new Promise((done) => child.once("close", (code) => done({ code, ...written })));
}
