/** @jest-environment node */
import * as pulumi from "@pulumi/pulumi";
import { OAuthClient, type OAuthClientInputs } from "../../src";
import { oauthClientFields } from "../../src/resources/oauth-client.fields";
import { shop } from "./oauth-clients";

const registered: pulumi.runtime.MockResourceArgs[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks(
    {
      newResource: (args) => {
        registered.push(args);
        return { id: args.id || "client", state: { ...args.inputs, clientId: "client", secret: "canary" } };
      },
      call: () => ({}),
    },
    "project",
    "dev",
  );
});

const args = { label: "Shop", redirectUri: "https://shop.example/callback" };
const resolve = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((done) => void output.apply((value) => done(value)));

describe("the class OAuthClient", () => {
  it("registers its lifecycle and origin, and has outputs", async () => {
    const client = new OAuthClient("app", args);
    expect(await resolve(client.clientId)).toBe("client");
    expect(await resolve(client.secret)).toBe("canary");
    expect(registered.at(-1)).toMatchObject({
      type: "pulumi-nodejs:dynamic/nodecloud:OAuthClient",
      inputs: {
        ...shop,
        __provider: 'exports.handler = () => require("pulumi-nodecloud/provider").oauthClient',
        origin: { project: "project", stack: "dev", type: "OAuthClient", name: "app" },
      },
    });
  });

  it("accepts a thumbnail as a path or as a file asset", async () => {
    for (const thumbnail of ["logo.png", new pulumi.asset.FileAsset("logo.png"), pulumi.output("logo.png")]) {
      await resolve(new OAuthClient("app", { ...args, thumbnail }).clientId);
      expect(registered.at(-1)?.inputs.thumbnail).toBe("logo.png");
    }
  });

  it("gets an existing client by its id", async () => {
    const client = OAuthClient.get("app", "theirs");
    await resolve(client.clientId);
    expect(registered.at(-1)?.id).toBe("theirs");
    expect(OAuthClient.isInstance(client)).toBe(true);
    expect(OAuthClient.isInstance({})).toBe(false);
  });

  it("has a field for every argument", () => {
    const names: readonly (keyof OAuthClientInputs)[] = [
      ...(["adopt", "timeouts", "label", "redirectUri", "public"] as const),
      ...(["thumbnail", "thumbnailHash", "secretVersion"] as const),
    ];
    expect(Object.keys(oauthClientFields).sort()).toEqual([...names].sort());
  });
});
