import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { greeting, type Shell } from "../../../src/cli/emulator/greeting";
import { createEmulator } from "../../../src/emulator";
import { startService } from "../api/command";
import { expectReadable, processesIn, type Running, run, start, unusedPort } from "../command";
import { runInProcess } from "../in-process";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-emulator-")));
const running: Running[] = [];
const launch = (...args: string[]) => {
  const command = start(["emulator", ...args], { cwd: folder });
  running.push(command);
  return command;
};
afterEach(async () => {
  const left = running.splice(0);
  for (const command of left) command.process.kill("SIGKILL");
  await Promise.all(left.map(({ ended }) => ended));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The free port on which a server listens from now on. */
async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Another server on a port. */
async function takePort() {
  const server = createServer();
  const port = await listenOn(server);
  return { port, release: () => new Promise((resolve) => server.close(resolve)) };
}

describe("nodecloud emulator", () => {
  it("prints its address as one line of JSON when it is ready", async () => {
    const line = await launch("--port", "0", "--brand", "acme", "--speed", "60", "--json").firstLine;
    const { pid, environment, tokens } = JSON.parse(line);
    expect(pid).toBe(running.at(-1)?.process.pid);
    expect(environment).toMatchObject({
      NODECLOUD_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v4$/),
      NODECLOUD_TOKEN: tokens.full,
      NODECLOUD_BRAND: "acme",
    });
    const regions = await fetch(`${environment.NODECLOUD_BASE_URL}/regions`);
    expect(await regions.json()).toMatchObject({ results: 6 });
    const health = await fetch(new URL("/_emulator/health", environment.NODECLOUD_BASE_URL));
    expect(await health.json()).toMatchObject({ status: "ok", brand: "acme" });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("exits with code 0 on %s and frees its port", async (signal) => {
    const command = launch("--port", "0");
    expect(await command.firstLine).toMatch(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
    const port = Number(/:(\d+) /.exec(await command.firstLine)?.[1]);
    command.process.kill(signal);
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^export NODECLOUD_BASE_URL=http/m);
    expect(stdout).toMatch(/^It holds 6 regions, .*1 payment method/m);
    await expect(fetch(`http://127.0.0.1:${port}/v4/regions`)).rejects.toThrow();
  });

  it("prints how to set the environment in each shell, and example calls that work", async () => {
    const greetingFor = (shell: Shell) =>
      greeting({ NODECLOUD_BRAND: "acme" }, createEmulator().control.world(), {
        url: "http://127.0.0.1:1/v4",
        controlToken: undefined,
        shell,
      });
    for (const [shell, line] of [
      ["posix", "export NODECLOUD_BRAND=acme"],
      ["fish", "set -gx NODECLOUD_BRAND acme"],
      ["powershell", '$env:NODECLOUD_BRAND = "acme"'],
      ["cmd", "set NODECLOUD_BRAND=acme"],
    ] as const)
      expect(greetingFor(shell).split("\n")).toContain(line);
    const service = await startService();
    for (const [, words = ""] of greetingFor("posix").matchAll(/^ {2}nodecloud api (.*)$/gm))
      expect(await service.run(words.split(" "))).toMatchObject({ code: 0, stderr: "" });
    await service.close();
  });

  it("reports that its port is taken, and how to choose another", async () => {
    const { port, release } = await takePort();
    const { code, stdout, stderr } = await runInProcess(["emulator", "--port", String(port)]);
    await release();
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      `error: The emulator cannot listen on 127.0.0.1:${port}. The port is in use. Choose another one, or 0 for a free port.\n`,
    );
  });

  it("fails the health check if the server does not respond within 5 s", async () => {
    const waiting = new AbortController();
    const server = createServer((_, response) => {
      waiting.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
      response.destroy();
    });
    const port = await listenOn(server);
    const timeout = jest.spyOn(AbortSignal, "timeout").mockReturnValue(waiting.signal);
    const { code, stderr } = await runInProcess(["emulator", "--health", "--port", String(port)]);
    const { calls } = timeout.mock;
    timeout.mockRestore();
    await new Promise((resolve) => server.close(resolve));
    expect(calls).toContainEqual([5000]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error: No emulator responds at http://127.0.0.1:${port}/_emulator/health: The operation was aborted due to timeout.\n`,
    );
  });

  it("leaves its data folder to the next emulator if its port is taken", async () => {
    const { port, release } = await takePort();
    const data = join(folder, "data");
    const { code } = await runInProcess(["emulator", "--port", String(port), "--data", data]);
    await release();
    expect(code).toBe(1);
    expect(() => createEmulator({ data }).close()).not.toThrow();
  });

  it("warns if other machines can connect, and gives the command a control token", async () => {
    const own = "a-control-token-of-a-test";
    const args = ["emulator", "--port", "0", "--host", "0.0.0.0", "--exec"];
    expect(await runInProcess([...args, `test "\${#NODECLOUD_CONTROL_TOKEN}" -eq 43`])).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^warning: The emulator listens on 0\.0\.0\.0, .* require a token\.\n$/),
      milliseconds: expect.any(Number),
    });
    const env = { NODECLOUD_CONTROL_TOKEN: own };
    const exec = `test "$NODECLOUD_CONTROL_TOKEN" = ${own}`;
    expect(await runInProcess([...args, exec], { env })).toMatchObject({ code: 0 });
    expect(await runInProcess([...args, exec, "--control-token", "short"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: The control token is not valid\. /),
    });
  });

  it("prints the control token once, if there is one", () => {
    const [without, given] = [undefined, "a-control-token-of-a-test"].map((controlToken) =>
      greeting({}, createEmulator().control.world(), {
        url: "http://127.0.0.1:1/v4",
        controlToken,
        shell: "posix",
      }),
    );
    expect(given?.split("a-control-token-of-a-test")).toHaveLength(2);
    expect(without).not.toContain("token, which");
  });

  it("refuses a brand that is a word of the interface", async () => {
    const { code, stdout, stderr } = await runInProcess(["emulator", "--port", "0", "--brand", "disk"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .*"disk".*\n$/);
    expectReadable(stderr);
  });
});

describe("nodecloud emulator --exec", () => {
  const exec = (command: string) => run(["emulator", "--port", "0", "--exec", command], { cwd: folder });

  it("runs a command with the environment set, and exits with its exit code", async () => {
    const script =
      "fetch(process.env.NODECLOUD_BASE_URL+'/'+process.env.NODECLOUD_BRAND+'/instances',{headers:{authorization:'Bearer '+process.env.NODECLOUD_TOKEN}}).then(r=>r.json()).then(b=>{console.log(b.results);process.exit(3)})";
    const { code, stdout, stderr } = await exec(`node -e "${script}"`);
    expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: "0\n", stderr: "" });
    expect(processesIn(folder)).toEqual([]);
  });

  it.each([
    ["exit 0", 0],
    ["exit 3", 3],
    ["kill -TERM $$", 143],
    ["a-command-that-is-not-there 2>/dev/null", 127],
  ])("exits for `%s` with code %d and leaves no process behind", async (command, expected) => {
    const line = ["emulator", "--port", "0", "--exec", command];
    expect((await runInProcess(line, { cwd: folder })).code).toBe(expected);
    expect(processesIn(folder)).toEqual([]);
  });

  it("is refused with --json, whose line the command's output would follow", async () => {
    const { code, stdout, stderr } = await runInProcess([
      "emulator",
      "--port",
      "0",
      "--exec",
      "echo x",
      "--json",
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("option '--json' cannot be used with option '--exec <command>'");
  });

  it("forwards SIGINT and waits for the command to exit", async () => {
    const command = launch(
      "--port",
      String(await unusedPort()),
      "--exec",
      "trap 'echo bye; exit 5' INT; echo up; while :; do sleep 0.1; done",
    );
    expect(await command.firstLine).toBe("up");
    command.process.kill("SIGINT");
    expect(await command.ended).toMatchObject({ code: 5, stdout: "up\nbye\n" });
    expect(processesIn(folder)).toEqual([]);
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "forwards %s once to what the command has started, and waits for it to end",
    async (signal) => {
      const script = join(folder, "tests.js");
      const log = join(folder, `${signal}.log`);
      writeFileSync(
        script,
        `const { appendFileSync } = require("node:fs");
        const note = (text) => appendFileSync(${JSON.stringify(log)}, text + " ");
        process.on("${signal}", () => {
          note("${signal}");
          setTimeout(async () => {
            note((await fetch(process.env.NODECLOUD_BASE_URL + "/regions")).status);
            process.exit();
          }, 500);
        });
        setTimeout(() => undefined, 20_000);
        console.log("up");`,
      );
      // `true` keeps the shell from replacing itself with the command, so that it waits for it.
      const exec = `"${process.execPath}" "${script}"; true`;
      const command = launch("--port", String(await unusedPort()), "--exec", exec);
      expect(await command.firstLine).toBe("up");
      command.process.kill(signal);
      await command.ended;
      expect(readFileSync(log, "utf8")).toBe(`${signal} 200 `);
      expect(processesIn(folder)).toEqual([]);
    },
  );
});
