/** Starts an emulator that saves its world in the folder named by its first line of input, and prints its port. */
const { createEmulator } = require("../../dist/emulator");

// Calls are compared with lists right after a restart, and no call is to be refused.
const settings = {
  rateLimits: "off",
  listLagSeconds: 0,
  busySeconds: 0,
  bootDelaySeconds: 0,
  deletingSeconds: 0,
  backupSeconds: 1,
};

process.stdin.once("data", async (line) => {
  const data = { folder: String(line).trim(), compactAbove: 100_000 };
  const emulator = createEmulator({ data, settings });
  const { port } = await emulator.listen();
  process.stdout.write(`${port}\n`);
});
process.stdin.once("end", () => process.exit());
