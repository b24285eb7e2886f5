import { spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { commandFile } from "./command";

it.each(["stdout", "stderr"] as const)(
  "a command whose %s is closed continues, and prints no stack trace",
  async (closed) => {
    const args = closed === "stdout" ? ["up", "--help"] : ["up", "--unknown"];
    const child = spawn(process.execPath, [commandFile, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child[closed].destroy();
    let written = "";
    child[closed === "stdout" ? "stderr" : "stdout"].on("data", (data) => {
      written += data;
    });
    const code = await new Promise((done) => child.once("close", done));
    expect([code, written]).toEqual([closed === "stdout" ? 0 : 2, ""]);
  },
);

(existsSync("/dev/full") ? it : it.skip)(
  "a command whose output cannot be written continues, and reports it with a message and its exit code",
  async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [commandFile, "up", "--help"], { stdio: ["ignore", full, "pipe"] });
    let errors = "";
    child.stderr?.on("data", (data) => {
      errors += data;
    });
    const code = await new Promise((done) => child.once("close", done));
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^error: The output is incomplete: .*no space left on device.*\n$/),
    ]);
  },
);
