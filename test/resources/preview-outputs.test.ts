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

it("announces the replacement of what depends on an argument that is unknown in the preview", async () => {
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
