import { kebabCase } from "../../../src/cli/api/names";
import { allOperations, argumentsOf, operations } from "../../../src/contract";
import { expectReadable } from "../command";
import { api } from "./command";

it.each(["--help", "-h"])("lists every group of the contract with its operations: %s", async (flag) => {
  const { code, stdout } = await api([flag]);
  expect(code).toBe(0);
  for (const group of Object.keys(operations))
    expect(stdout).toMatch(new RegExp(`^  ${kebabCase(group)} `, "m"));
  expect(stdout).toMatch(/reset-secret/);
});

it("lists the operations of a group, each with a summary and marks for beta and deprecated", async () => {
  const { code, stdout } = await api(["instances", "--help"]);
  expect(code).toBe(0);
  for (const name of Object.keys(operations.instances))
    expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
  expect((await api(["entity-transfers", "--help"])).stdout).toMatch(/^ {2}list .*\n?.*\[deprecated\]/m);
  expect((await api(["maintenance", "--help"])).stdout).toMatch(/\[beta\]/);
});

it.each(allOperations.map((named) => [named.name, named] as const))(
  "describes %s as the contract does",
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

it("shows the type, bounds and choices of arguments, and which are required or secret", async () => {
  const { stdout } = await api(["payment-methods", "add", "--help"]);
  const text = stdout.replace(/\s+/g, " ");
  expect(text).toContain("--type <text> Only credit cards can be added. (required; one of credit_card)");
  expect(text).toMatch(
    /--data <json> The credit card\. \(required; secret: use @FILE or @-\) \{ card_number: text/,
  );
  expect(text).toContain(
    "nodecloud api payment-methods add --type <text> --is-default --data <json> [options]",
  );
  const swap = (await api(["instances", "create", "--help"])).stdout.replace(/\s+/g, " ");
  expect(swap).toMatch(/--swap-size <integer> [^(]*Default: 512\. \(from 0\)/);
  expect(swap).toMatch(/--tags <text\.\.\.> [^(]*\(repeatable\)/);
});

it("names the command that replaces a deprecated operation", async () => {
  const { stdout } = await api(["account", "add-credit-card", "--help"]);
  expect(stdout).toContain("Deprecated: use `nodecloud api payment-methods add` instead.");
});

it("uses the brand's word in names and scopes", async () => {
  const { stdout } = await api(["instances", "clone", "--help"], { env: { NODECLOUD_BRAND: "acme" } });
  expect(stdout).toMatch(/POST \/acme\/instances\/\{instanceId\}\/clone .*acmes:read_write/);
  expect(stdout).toContain("--acme-id <integer>");
});

it("uses the brand's word inside an argument", async () => {
  const { stdout } = await api(["entity-transfers", "create", "--help"], {
    env: { NODECLOUD_BRAND: "acme" },
  });
  expect(stdout).toMatch(/\{ acmes: \[integer,\s+\.\.\.\] \}/);
});
