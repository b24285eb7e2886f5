/** @jest-environment node */
import * as pulumi from "@pulumi/pulumi";
import { OAuthClient } from "../../src";

const messages: string[] = [];

beforeAll(async () => {
  Reflect.set(pulumi.log, "debug", (message: string) => messages.push(message));
  const state = { clientId: "client", secret: "canary" };
  await pulumi.runtime.setMocks({
    newResource: ({ id, inputs }) => ({ id: id || "client", state: { ...inputs, ...state } }),
    call: () => ({}),
  });
});

const resolve = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((done) => void output.apply((value) => done(value)));
const finished = () => messages.filter((message) => message.includes("Resource RPC finished"));

const args = { label: "Shop", redirectUri: "https://shop.example/callback" };

it.each([
  ["a created", "; err: , resp: x", () => new OAuthClient("app; err: , resp: x", args)],
  ["a second", "other", () => new OAuthClient("other", args)],
  ["a read", "read", () => OAuthClient.get("read", "client")],
])("no debug message of the SDK contains the secret of %s OAuth client", async (_, name, create) => {
  messages.length = 0;
  expect(await resolve(create().secret)).toBe("canary");
  const [message = ""] = finished();
  expect(message).toContain(name.split("; err: ")[0]);
  expect(message).toMatch(/; the response is not shown, because it contains secrets$/);
  expect(messages.join()).not.toContain("canary");
});

it("other debug messages stay as they are", async () => {
  messages.length = 0;
  const component = new pulumi.ComponentResource("shop:Web", "web");
  await resolve(component.urn);
  expect(finished().join()).toMatch(/RegisterResource RPC finished: .*\[shop:Web\]; err: .*, resp: /);
  const own = "my message about pulumi-nodejs:dynamic/nodecloud:OAuthClient; err: none";
  await pulumi.log.debug(own);
  expect(messages.at(-1)).toBe(own);
});
