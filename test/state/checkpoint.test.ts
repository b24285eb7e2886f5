import { createHash } from "node:crypto";
import {
  readEnvelope,
  readSnapshot,
  Secret,
  StateError,
  writeCheckpoint,
  writeDeployment,
  writeResource,
} from "../../src/state";
import { writeExport } from "../../src/state/checkpoint";
import { parseJson } from "../../src/state/json";
import { golden, prefixSecrets, secretMark, signature } from "./fixtures";

const read = (value: unknown) => readSnapshot(readEnvelope(value, "the state"), "the state", prefixSecrets());
const copy = () => structuredClone(golden);
const resources = (state: ReturnType<typeof copy>): Record<string, unknown>[] =>
  state.checkpoint.latest.resources;

describe("a state with every feature", () => {
  it("is written byte for byte as it was read if nothing changed", () => {
    const secrets = prefixSecrets();
    const deployment = readEnvelope(golden, "the state");
    const snapshot = readSnapshot(deployment, "the state", secrets);
    const { time } = golden.checkpoint.latest.manifest;
    const written = writeCheckpoint(
      "shop",
      "dev",
      writeDeployment(snapshot, deployment.salt ?? "", time, (state) => writeResource(state, secrets)),
    );
    expect(JSON.stringify(written)).toBe(JSON.stringify(golden));
  });

  it("keeps secrets as Secret values, which are not printed", () => {
    const state = read(golden).resources[3];
    const password = state?.inputs.password;
    expect(password).toBeInstanceOf(Secret);
    expect(password instanceof Secret && password.reveal()).toEqual({ deep: ["x", 1, null] });
    expect(JSON.stringify(state)).not.toContain("deep");
    expect(String(password)).toBe("[secret]");
  });

  it("can be read from the output of `stack export`", () => {
    const exported = { version: 3, deployment: golden.checkpoint.latest };
    expect(read(exported)).toEqual(read(golden));
  });
});

describe("a state is refused with the broken rule", () => {
  const cases: [string, (state: ReturnType<typeof copy>) => unknown, string][] = [
    ["with another version", (state) => ({ ...state, version: 4, features: ["hooks", "taint"] }), "taint"],
    ["with a later version", (state) => ({ ...state, version: 5 }), "version 5"],
    [
      "when its magic does not match its version",
      (state) => {
        state.checkpoint.latest.manifest.version = "v3.1";
        return state;
      },
      "magic",
    ],
    [
      "with another secrets provider",
      (state) => {
        state.checkpoint.latest.secrets_providers.type = "cloud";
        return state;
      },
      "cloud",
    ],
    [
      "when a resource comes before its provider",
      (state) => {
        resources(state).splice(1, 1);
        return state;
      },
      "uses the provider",
    ],
    [
      "when a child comes before its parent",
      (state) => {
        resources(state).splice(2, 1);
        return state;
      },
      "has the parent",
    ],
    [
      "when a resource comes before its dependency",
      (state) => {
        resources(state)[3]!.dependencies = [resources(state)[4]!.urn];
        return state;
      },
      "depends on",
    ],
    [
      "with a duplicate URN",
      (state) => {
        delete resources(state)[5]!.delete;
        return state;
      },
      "twice",
    ],
    [
      "with a component that has an id",
      (state) => {
        resources(state)[2]!.id = "7";
        return state;
      },
      "component",
    ],
    ...["taint", "refreshBeforeUpdate"].map(
      (field): [string, (state: ReturnType<typeof copy>) => unknown, string] => [
        `with ${field}`,
        (state) => {
          resources(state)[3]![field] = true;
          return state;
        },
        field,
      ],
    ),
    [
      "with a value of an unknown kind",
      (state) => {
        resources(state)[3]!.outputs = { x: { [signature]: "35e6", value: "" } };
        return state;
      },
      "kind",
    ],
  ];
  it.each(cases)("%s", (_name, change, problem) => {
    expect(() => read(change(copy()))).toThrow(StateError);
    expect(() => read(change(copy()))).toThrow(problem);
  });
});

it("accepts a manifest whose magic is the hash of its version", () => {
  const state = copy();
  state.checkpoint.latest.manifest.version = "v3.260.0";
  state.checkpoint.latest.manifest.magic = createHash("sha256").update("v3.260.0").digest("hex");
  expect(read(state).resources).toHaveLength(6);
});

it("has version 4 while a resource has hooks, and keeps their names", () => {
  const state = copy();
  const hooks = { BeforeDelete: ["last"], OnError: ["again", "more"] };
  resources(state)[3]!.resourceHooks = hooks;
  const [, , , resource] = read({ ...state, version: 4, features: ["hooks"] }).resources;
  expect(resource?.resourceHooks).toEqual(hooks);
  const written = resource && writeResource(resource, prefixSecrets());
  expect(written?.resourceHooks).toEqual(hooks);
  const checkpoint = writeCheckpoint("p", "dev", { resources: [written] });
  expect(checkpoint).toMatchObject({ version: 4, features: ["hooks"] });
  expect(writeExport({ resources: [written] })).toMatchObject({ version: 4, features: ["hooks"] });
  expect(writeCheckpoint("p", "dev", { resources: [] })).toEqual({
    version: 3,
    checkpoint: { stack: "organization/p/dev", latest: { resources: [] } },
  });
});

it("keeps unknown fields", () => {
  const state = copy();
  resources(state)[3]!.hideDiff = ["a"];
  const [, , , resource] = read(state).resources;
  expect(resource && writeResource(resource, prefixSecrets()).hideDiff).toEqual(["a"]);
});

it("reads plaintext secrets and nested secrets", () => {
  const inner = { [signature]: secretMark, ciphertext: '"inside"' };
  const state = copy();
  resources(state)[3]!.outputs = {
    plain: { [signature]: secretMark, plaintext: '"p"' },
    outer: { [signature]: secretMark, ciphertext: `sealed:${JSON.stringify({ inner })}` },
  };
  const outputs = read(state).resources[3]?.outputs;
  expect(outputs?.plain).toBeInstanceOf(Secret);
  const outer = outputs?.outer;
  expect(outer instanceof Secret && JSON.stringify(outer.reveal())).toBe('{"inner":"[secret]"}');
});

it.each(["hunter2-canary", '{"password": "hunter2-canary" x}'])(
  "the error of a state that is not JSON quotes none of it: %s",
  (text) => {
    expect(() => parseJson(text, "dev.json")).toThrow(
      /^dev\.json is not JSON \((?!.*canary).*\)\. Nothing was changed\. /,
    );
  },
);
