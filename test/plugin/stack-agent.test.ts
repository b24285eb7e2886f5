import type { TransportRequest } from "../../src/client";
import { StackAgent } from "../../src/plugin/stack-agent";

const origin = { project: "shop", stack: "dev", type: "Instance", name: "web" };

/** The `User-Agent` with which a request to an address arrives. */
async function agentAt(
  url: string,
  inputs: Record<string, unknown>,
  headers = { "User-Agent": "pulumi-nodecloud/1.0.0" },
) {
  const sent: TransportRequest[] = [];
  const agent = new StackAgent();
  const transport = agent.nameStack(async (request) => {
    sent.push(request);
    return { status: 200, headers: {}, body: "" } as never;
  });
  agent.learn(inputs);
  await transport({ method: "POST", url, headers } as never);
  return sent[0]!.headers["User-Agent"];
}

it.each([
  "http://127.0.0.1:4119/v4",
  "http://localhost:4119/v4",
  "http://[::1]:4119/v4",
  "https://localhost/v4",
])("names the stack to a service at %s", async (url) => {
  expect(await agentAt(url, { origin })).toBe("pulumi-nodecloud/1.0.0 (stack shop/dev)");
});

it.each([
  "https://api.example.com/v4",
  "https://localhost.example.com/v4",
  "https://example.com/http://localhost/",
  "http://127.0.0.10:80/",
])("does not name it at %s", async (url) => {
  expect(await agentAt(url, { origin })).toBe("pulumi-nodecloud/1.0.0");
});

it.each([{}, { origin: { ...origin, stack: "a (b)" } }, { origin: { ...origin, project: "a\nb" } }])(
  "names no stack that is unknown or could be taken for something else",
  async (inputs) => {
    expect(await agentAt("http://127.0.0.1:4119/v4", inputs)).toBe("pulumi-nodecloud/1.0.0");
  },
);
