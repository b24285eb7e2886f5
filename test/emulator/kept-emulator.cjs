/** An emulator that keeps its world in the folder of its first line of input, whose port is its first line of output. */
const { createEmulator } = require("../../dist/emulator");

const settings = { rateLimits: "off", deletingSeconds: 0, backupSeconds: 1 };

process.stdin.once("data", async (line) => {
  const data = { folder: String(line).trim(), compactAbove: 100_000 };
  const emulator = createEmulator({ data, settings });
  const { port } = await emulator.listen();
  process.stdout.write(`${port}\n`);
});
process.stdin.once("end", () => process.exit());
