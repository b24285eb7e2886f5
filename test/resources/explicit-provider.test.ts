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

it("an explicit provider whose token the environment replaces is reported once", async () => {
  const { NODECLOUD_TOKEN: before } = process.env;
  const stack = await testStack();
  try {
    process.env.NODECLOUD_TOKEN = "emulator-read-only";
    const { messages } = await stack.preview(() => {
      const provider = new Account("account", pulumi.secret("emulator-full-access"));
      for (const label of ["one", "two"])
        new OAuthClient(label, { label, redirectUri: "https://shop.test/callback" }, { provider });
    });
    expect(messages).toEqual([
      {
        ...{ severity: "warning", resource: "account" },
        text: "The resources of this provider are created with NODECLOUD_TOKEN of the environment, although its own configuration has other values. Unset NODECLOUD_TOKEN to use those.",
      },
    ]);
  } finally {
    if (before === undefined) delete process.env.NODECLOUD_TOKEN;
    else process.env.NODECLOUD_TOKEN = before;
  }
});
