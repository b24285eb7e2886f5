import "../../cheap-keys";
import { createPassphrase } from "../../../src/state";
import { deployment, environment, failure, ProjectFolder, resource, sealed } from "./project-folder";

const type = "pulumi:providers:pulumi-nodejs";
const own = `urn:pulumi:dev::shop::${type}::eu`;
const reference = `${own}::0a1b`;

const providerOf = (inputs: object) => ({ urn: own, type, custom: true, id: "0a1b", inputs });

/** The stack of a state whose resource `web` has an explicit provider with these inputs. */
async function readWith(
  inputs: object,
  more: Record<string, string> = {},
  resources: readonly object[] = [],
) {
  const folder = new ProjectFolder();
  folder.writeStack(
    "dev",
    deployment([providerOf(inputs), resource("web", { provider: reference }), ...resources]),
  );
  const [stack] = await folder.readProject(["dev"], {
    env: { ...environment(folder.path), NODECLOUD_BASE_URL: "", ...more },
  });
  return stack!;
}

const address = "https://eu.test/v4";

it("are the inputs of the provider", async () => {
  const stack = await readWith({ "nodecloud:baseUrl": address, "nodecloud:token": "secret" });
  expect(stack.resources).toMatchObject([{ name: "web", provider: own }]);
  expect(stack.providers?.get(own)).toMatchObject({ settings: { baseUrl: address, token: "secret" } });
  // No resource has the default provider, so that one needs no address.
  expect(stack.settings.baseUrl).toBe(address);
});

it("are known if only a pending operation has the provider", async () => {
  const operations = [{ type: "creating", resource: resource("new", { provider: reference }) }];
  const folder = new ProjectFolder();
  const provider = providerOf({ "nodecloud:baseUrl": address });
  folder.writeStack("dev", deployment([provider], { pending_operations: operations }));
  const env = { ...environment(folder.path), NODECLOUD_BASE_URL: "" };
  const [stack] = await folder.readProject(["dev"], { env });
  expect(stack?.pendingOperations).toMatchObject([{ operation: "creating", provider: own }]);
  expect(stack?.providers?.get(own)).toMatchObject({ settings: { baseUrl: address } });
});

it("are those of the environment first, also by the variables of `envVarMappings`", async () => {
  const inputs = {
    "nodecloud:baseUrl": address,
    "nodecloud:token": "old",
    __internal: { envVarMappings: { EU_TOKEN: "NODECLOUD_TOKEN" } },
  };
  const stack = await readWith(inputs, { EU_TOKEN: "new" });
  expect(stack.providers?.get(own)).toMatchObject({ settings: { baseUrl: address, token: "new" } });
});

it("are incomplete without an address, which is a problem of that provider only", async () => {
  const more = { NODECLOUD_BASE_URL: "" };
  const inputs = { "nodecloud:token": "secret" };
  const error = await failure(readWith(inputs, more));
  expect(error.message).toMatch(/The address of the service.* is not set/);
  const folder = new ProjectFolder();
  folder.write("Pulumi.dev.yaml", `config:\n  nodecloud:baseUrl: ${address}\n`);
  folder.writeStack("dev", deployment([providerOf(inputs), resource("web", { provider: reference })]));
  const env = { ...environment(folder.path), ...more };
  const [stack] = await folder.readProject(["dev"], { env });
  expect(stack?.providers?.get(own)).toMatchObject({ problem: expect.stringMatching(/is not set/) });
});

it("are unknown if the state has lost the provider, unless the environment has them", async () => {
  const folder = new ProjectFolder();
  folder.write("Pulumi.dev.yaml", `config:\n  nodecloud:baseUrl: ${address}\n`);
  folder.writeStack("dev", deployment([resource("web", { provider: reference })]));
  const env = { ...environment(folder.path), NODECLOUD_BASE_URL: "" };
  const [stack] = await folder.readProject(["dev"], { env });
  expect(stack?.providers?.get(own)).toBeUndefined();
  const [other] = await folder.readProject(["dev"], { env: { ...env, NODECLOUD_BASE_URL: address } });
  expect(other?.providers?.get(own)).toMatchObject({ settings: { baseUrl: address } });
});

it("need the address of the default provider if a resource has it", async () => {
  const inputs = { "nodecloud:baseUrl": address };
  const error = await failure(readWith(inputs, {}, [resource("db")]));
  expect(error.message).toMatch(/The address of the service.* is not set/);
});

it("are decrypted with the passphrase of the state", async () => {
  const secrets = await createPassphrase("right");
  const token = sealed(secrets.encrypt(JSON.stringify("hidden"), ""));
  const folder = new ProjectFolder();
  const content = deployment(
    [
      providerOf({ "nodecloud:baseUrl": address, "nodecloud:token": token }),
      resource("web", { provider: reference }),
    ],
    { secrets_providers: { type: "passphrase", state: { salt: secrets.salt } } },
  );
  folder.writeStack("dev", content);
  const env = { ...environment(folder.path), PULUMI_CONFIG_PASSPHRASE: "right" };
  const [stack] = await folder.readProject(["dev"], { env });
  expect(stack?.providers?.get(own)).toMatchObject({ settings: { token: "hidden" } });
});
