import { kebabCase } from "../../../src/cli/api/names";
import { allOperations, argumentsOf, operations } from "../../../src/contract";
import { expectReadable } from "../command";
import { api } from "./command";

it("lists every group of the contract with its operations", async () => {
  const { code, stdout } = await api(["--help"]);
  expect(code).toBe(0);
  for (const group of Object.keys(operations))
    expect(stdout).toMatch(new RegExp(`^  ${kebabCase(group)} `, "m"));
  expect(stdout).toMatch(/reset-secret/);
});

it("lists the operations of a group, each with a line and what to know of it", async () => {
  const { code, stdout } = await api(["instances", "--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(operations.instances))
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
  expect((await api(["entity-transfers", "--help"])).stdout).toMatch(/^ {2}list .*\n?.*\[deprecated\]/m);
  expect((await api(["maintenance", "--help"])).stdout).toMatch(/\[beta\]/);
});

it.each(allOperations.map((named) => [named.name, named] as const))(
  "says of %s what the contract says",
  async (_, { name, group, operation }) => {
    const words = [kebabCase(group), kebabCase(name.slice(group.length + 1)), "--help"];
    const { code, stdout, stderr } = await api(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const text = stdout.replace(/\s+/g, " ");
    expect(text).toContain(operation.call);
    for (const scope of operation.scopes) expect(text).toContain(scope);
    for (const argument of argumentsOf(operation)) {
      expect(text).toContain(`--${kebabCase(argument.name)}`);
      expect(text).toContain(argument.description);
      for (const choice of argument.choices) expect(text).toContain(choice);
    }
    expect(text.includes("Deprecated: use")).toBe(operation.deprecated !== undefined);
    expect(text.includes("Beta:")).toBe(operation.beta === true);
    expectReadable(stdout);
  },
);

it("says type, need, bounds, choices and secrecy of arguments", async () => {
  const { stdout } = await api(["payment-methods", "add", "--help"]);
  const text = stdout.replace(/\s+/g, " ");
  expect(text).toContain("--type <text> Only credit cards can be added. (required; one of credit_card)");
  expect(text).toMatch(
    /--data <json> The credit card\. \(required; secret: use @FILE or @-\) \{ card_number: text/,
  );
  expect(text).toContain(
    "usage: nodecloud api payment-methods add --type <text> --is-default --data <json> [options]".slice(7),
  );
  const swap = (await api(["instances", "create", "--help"])).stdout.replace(/\s+/g, " ");
  expect(swap).toMatch(/--swap-size <integer> [^(]*Default: 512\. \(from 0\)/);
  expect(swap).toMatch(/--tags <text\.\.\.> [^(]*\(repeatable\)/);
});

it("names what replaces a deprecated operation as it is called here", async () => {
  const { stdout } = await api(["account", "add-credit-card", "--help"]);
  expect(stdout).toContain("Deprecated: use `nodecloud api payment-methods add` instead.");
});

it("writes names and scopes under the brand that is set", async () => {
  const { stdout } = await api(["instances", "clone", "--help"], { env: { NODECLOUD_BRAND: "acme" } });
  expect(stdout).toMatch(/POST \/acme\/instances\/\{instanceId\}\/clone .*acmes:read_write/);
  expect(stdout).toContain("--acme-id <integer>");
});

it("writes what is inside an argument in the brand's words, as the service takes it", async () => {
  const { stdout } = await api(["entity-transfers", "create", "--help"], {
    env: { NODECLOUD_BRAND: "acme" },
  });
  expect(stdout).toContain("{ acmes: [integer, ...] }");
});
