import * as pulumi from "@pulumi/pulumi";
import { Instance, OAuthClient } from "../../src";
import { type RunResult, testStack } from "../../src/program-testing";

const small = {
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  rootPass: "correct-horse-battery",
};

const stepsOf = ({ steps }: RunResult) => steps.map(({ kind, name }) => `${kind} ${name}`).sort();

it("announces the replacement of resources that depend on an argument that is unknown in the preview", async () => {
  const stack = await testStack();
  const program = (region: string) => () => {
    const front = new Instance("front", { ...small, region });
    const redirectUri = pulumi.interpolate`https://${front.ipv4[0]}/callback`;
    const login = new OAuthClient("login", { label: "login", redirectUri });
    new Instance("worker", { ...small, stackscriptId: 1, stackscriptData: { hostname: login.redirectUri } });
    return { redirectUri: login.redirectUri, status: login.status };
  };
  await stack.up(program("us-east"));
  const previewed = await stack.preview(program("us-west"));
  expect(previewed.outputs.redirectUri?.value).toBeUndefined();
  expect(previewed.outputs.status?.value).toBe("active");
  const done = await stack.up(program("us-west"));
  expect(stepsOf(previewed)).toEqual(stepsOf(done));
  expect(stepsOf(done)).toContain("createReplacement worker");
});

it("keeps secret outputs secret in the preview of an update", async () => {
  const stack = await testStack();
  const program = (tag: string) => () => {
    const web = new Instance("web", { ...small, tags: [tag] }, { additionalSecretOutputs: ["ipv4"] });
    const label = pulumi.secret(pulumi.interpolate`client of ${web.updated}`);
    const login = new OAuthClient("login", { label, redirectUri: "https://example.com/callback" });
    return { address: web.ipv4, region: web.region, label: login.label };
  };
  await stack.up(program("shop"));
  const { outputs } = await stack.preview(program("store"));
  expect(outputs.address).toEqual({ value: ["198.18.0.1"], secret: true });
  expect(outputs.region).toEqual({ value: "us-east", secret: false });
  expect(outputs.label?.value).toBeUndefined();
  await stack.up(program("store"));
  expect(Object.values(stack.outputs()).map(({ secret }) => secret)).toEqual([true, true, false]);
});
