import * as pulumi from "@pulumi/pulumi";
import { OAuthClient } from "../../src";
import { testStack } from "../../src/program-testing";

class Account extends pulumi.ProviderResource {
  constructor(name: string, token: pulumi.Input<string>) {
    super("pulumi-nodejs", name, { "nodecloud:token": token });
  }
}

it.each([
  [
    "emulator-full-access",
    [
      /^nodecloud:token is not secret, so the state and its history contain the token in plain text\. Pass it as /,
    ],
  ],
  [pulumi.secret("emulator-full-access"), []],
  ["", []],
])("an explicit provider with a token that is not secret is reported once", async (token, warnings) => {
  const stack = await testStack();
  const { messages } = await stack.up(() => {
    const provider = new Account("account", token);
    for (const label of ["one", "two"])
      new OAuthClient(label, { label, redirectUri: "https://shop.test/callback" }, { provider });
  });
  expect(messages.map(({ text }) => text)).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
});
