/** The rate and the memory of an upload, compared with `curl -T`, to a server that discards all data. */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compare, median, ratioOf, run } from "./measure.mjs";

const scriptOf = (name) => fileURLToPath(new URL(name, import.meta.url));

export async function measureUpload(context) {
  if (spawnSync("curl", ["--version"]).status !== 0) {
    const skipped = "curl is not installed";
    return { upload: { skipped }, "upload-memory": { skipped } };
  }
  const file = createImage(join(context.folder, "image.gz"), context.quick ? 2 ** 26 : 2 ** 30);
  const sink = await startSink();
  try {
    const env = { ...process.env, BENCH_URL: sink.url, BENCH_FILE: file };
    const memory = [];
    const ours = async () => {
      const { megabytes, ...taken } = JSON.parse(
        (await run(process.execPath, [scriptOf("upload-image.cjs")], { env })).stdout,
      );
      memory.push(megabytes);
      return taken;
    };
    const curl = async () => {
      const options = [
        "--silent",
        "--show-error",
        "--fail",
        "--write-out",
        "%{time_total}",
        "--output",
        "/dev/null",
      ];
      const headers = ["--header", "Content-Type: application/octet-stream", "--header", "Expect:"];
      const { stdout, cpuSeconds } = await run("curl", [...options, ...headers, "-T", file, sink.url]);
      return { wallSeconds: Number(stdout), cpuSeconds };
    };
    // The first upload reads the file from the disk.
    await curl();
    const measured = await compare(context, 5, { ours, curl });
    return {
      upload: ratioOf(measured.ours, measured.curl, { invert: true }),
      "upload-memory": { value: median(memory), spread: [Math.min(...memory), Math.max(...memory)] },
    };
  } finally {
    sink.stop();
    rmSync(file);
  }
}

/** A file that begins as gzip does. The rest are holes, which take no space. */
function createImage(path, bytes) {
  const file = openSync(path, "w");
  writeSync(file, Buffer.from([0x1f, 0x8b]));
  ftruncateSync(file, bytes);
  closeSync(file);
  return path;
}

async function startSink() {
  const child = spawn(process.execPath, [scriptOf("discard-uploads.cjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The server exited with code ${code}.`)));
    child.stdout.once("data", (data) => resolve(String(data).trim()));
  });
  return { url, stop: () => child.kill() };
}
