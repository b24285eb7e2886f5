/** Preloaded into every process of a measured run. Each process records its memory and CPU time when it exits. */
const { appendFileSync } = require("node:fs");

const roles = { "cmd/run": "program", "cmd/dynamic-provider": "plugin", "cli/main": "engine" };
const script = (process.argv[1] ?? "").replaceAll("\\", "/");
const role = Object.entries(roles).find(([path]) => script.includes(path))?.[1];

if (role) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const note = { role, megabytes: maxRSS / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 };
    appendFileSync(process.env.BENCH_USAGE, `${JSON.stringify(note)}\n`);
  });
}
// The engine stops the plugin with an interrupt, which would not trigger the exit handler.
if (role === "plugin") process.on("SIGINT", () => process.exit());
