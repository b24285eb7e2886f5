import { spawn } from "node:child_process";
import { commandFile } from "./command";

it.each(["stdout", "stderr"] as const)(
  "a command whose %s is closed goes on, and shows no stack trace",
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
