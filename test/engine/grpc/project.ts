import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type EngineEvent, type RunStackOptions, type RunStackResult, runStack } from "../../../src/engine";

/** The beginning of every program of these tests: a class of dynamic resources and its provider. */
const library = `
const pulumi = require("@pulumi/pulumi");
class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    const __provider = 'exports.handler = () => require("./provider.js").thing';
    super("pulumi-nodejs:dynamic/test:Thing", name, { __provider, address: undefined, ...args }, opts);
  }
}
module.exports = { pulumi, Thing };
`;

const provider = `
const fs = require("node:fs");
const path = require("node:path");
const note = (text) => fs.appendFileSync(path.join(__dirname, "calls.log"), text + "\\n");
const next = () => String(fs.existsSync(path.join(__dirname, "calls.log"))
  ? fs.readFileSync(path.join(__dirname, "calls.log"), "utf8").split("\\n").filter((line) => line.startsWith("create")).length + 1 : 1);
let token;
exports.thing = {
  async configure({ config }) { token = config.get("token"); },
  async check(olds, news) {
    if (news.endsPlugin) setTimeout(() => process.kill(process.pid, "SIGKILL"), news.endsPlugin);
    if (news.waits) await new Promise((resolve) => setTimeout(resolve, news.waits));
    return news.region === "nowhere"
      ? { inputs: news, failures: [{ property: "", reason: "region must be a region, as in \`pulumi preview\`" }] }
      : { inputs: news };
  },
  async diff(id, olds, news) {
    const changed = ["region", "label", "peer"].filter((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    return { changes: changed.length > 0, replaces: changed.filter((key) => key === "region") };
  },
  async create(inputs) {
    const id = next();
    note("create " + inputs.name + " token=" + token);
    if (inputs.slow) await new Promise((resolve) => setTimeout(resolve, inputs.slow));
    if (inputs.unready) {
      throw Object.assign(new Error("not ready"), { id, properties: inputs, reasons: ["still booting"] });
    }
    if (inputs.broken) throw new Error("no room for " + inputs.name);
    return { id, outs: { ...inputs, address: "10.0.0." + id } };
  },
  async update(id, olds, news) { note("update " + id); return { outs: { ...news, address: "10.0.0." + id } }; },
  async read(id, props) {
    const live = path.join(__dirname, "live-" + id + ".json");
    return fs.existsSync(live) ? { id, props: { ...props, ...JSON.parse(fs.readFileSync(live, "utf8")) } } : { id, props };
  },
  async delete(id, props) {
    note("delete " + id);
    if (!props.endsPluginOnDelete) return;
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => undefined);
  },
};
`;

/** A Pulumi project in a temporary folder, with its program given as a string. */
export class TemporaryProject {
  readonly folder = mkdtempSync(join(tmpdir(), "engine-"));
  readonly events: EngineEvent[] = [];

  constructor(program: string, more: Readonly<Record<string, string>> = {}) {
    symlinkSync(resolve(__dirname, "../../../node_modules"), join(this.folder, "node_modules"));
    this.write("Pulumi.yaml", "name: test\nruntime: nodejs\n");
    this.write("package.json", '{"name":"test","version":"1.0.0","main":"index.js"}');
    this.write("library.js", library);
    this.write("provider.js", provider);
    this.write("index.js", `const { pulumi, Thing } = require("./library.js");\n${program}`);
    for (const [name, text] of Object.entries(more)) this.write(name, text);
  }

  write(name: string, text: string): void {
    mkdirSync(join(this.folder, name, ".."), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), "utf8");
  }

  calls(): string[] {
    try {
      return this.read("calls.log").trim().split("\n");
    } catch {
      return [];
    }
  }

  locks(): string[] {
    return readdirSync(join(this.folder, ".pulumi/locks/organization/test/dev"));
  }

  async run(
    operation: RunStackOptions["operation"],
    more: Partial<RunStackOptions> = {},
  ): Promise<RunStackResult> {
    this.events.length = 0;
    return runStack({
      operation,
      cwd: this.folder,
      stack: "dev",
      create: true,
      listener: (event) => this.events.push(event),
      ...more,
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, PULUMI_HOME: join(this.folder, "home") },
        ...{ PULUMI_CONFIG_PASSPHRASE: "x", ...more.env },
      },
    });
  }

  errors(): string[] {
    return this.events.flatMap((event) =>
      event.kind === "stepFailed" || (event.kind === "message" && event.severity === "error")
        ? [event.message]
        : [],
    );
  }

  steps(): string[] {
    return this.events.flatMap((event) =>
      event.kind === "stepDone" && !event.step.type.startsWith("pulumi:")
        ? [`${event.step.kind} ${event.step.name}`]
        : [],
    );
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
