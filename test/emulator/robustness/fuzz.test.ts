import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

/** 30 minutes of it: `FUZZ_MINUTES=30 npx jest robustness/fuzz`. */
const minutes = Number(process.env.FUZZ_MINUTES ?? 0.05);

it(
  "serves other callers while it is attacked, and afterwards",
  () => {
    const script = resolve(__dirname, "../../../scripts/fuzz-emulator.mjs");
    const env = {
      PATH: process.env.PATH,
      FUZZ_MINUTES: String(minutes),
      FUZZ_SEED: process.env.FUZZ_SEED ?? "1",
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^passed: /m),
      stderr: "",
    });
  },
  minutes * 60_000 + 90_000,
);
