import { RegisterResourceRequest } from "@pulumi/pulumi/proto/resource_pb";
import { readRegistration } from "../../../src/engine/grpc/requests";
import { withMappedVariables } from "../../../src/state";

const folders = { program: "/project", project: "/project" };

function requestOf(type: string, envVarMappings: Readonly<Record<string, string>>): RegisterResourceRequest {
  const request = new RegisterResourceRequest().setType(type).setName("moon").setCustom(true);
  for (const [source, target] of Object.entries(envVarMappings))
    request.getEnvvarmappingsMap().set(source, target);
  return request;
}

it("reads hideDiffs", async () => {
  const request = requestOf("pulumi-nodejs:dynamic/test:Thing", {}).setHidediffsList(["size"]);
  expect((await readRegistration(request, folders)).hideDiffs).toEqual(["size"]);
});

it("reads customTimeouts as seconds", async () => {
  const timeouts = new RegisterResourceRequest.CustomTimeouts().setCreate("1h30m").setDelete("1.5s");
  const request = requestOf("pulumi-nodejs:dynamic/test:Thing", {}).setCustomtimeouts(timeouts);
  expect((await readRegistration(request, folders)).customTimeouts).toEqual({ create: 5400, delete: 1.5 });
});

it("reads the names of hooks by the moment at which they run", async () => {
  const hooks = new RegisterResourceRequest.ResourceHooksBinding()
    .setBeforeCreateList(["a"])
    .setAfterCreateList(["b", "c"])
    .setBeforeUpdateList(["d"])
    .setAfterUpdateList(["e"])
    .setBeforeDeleteList(["f"]);
  const request = requestOf("pulumi-nodejs:dynamic/test:Thing", {}).setHooks(hooks);
  expect((await readRegistration(request, folders)).hooks).toEqual({
    ...{ BeforeCreate: ["a"], AfterCreate: ["b", "c"], BeforeUpdate: ["d"], AfterUpdate: ["e"] },
    BeforeDelete: ["f"],
  });
});

describe("envVarMappings", () => {
  const provider = "pulumi:providers:pulumi-nodejs";

  it("is kept in the inputs of a provider, as by the CLI", async () => {
    const { inputs } = await readRegistration(requestOf(provider, { MOON_TOKEN: "TOKEN" }), folders);
    expect(inputs).toEqual({ __internal: { envVarMappings: { MOON_TOKEN: "TOKEN" } } });
    expect((await readRegistration(requestOf(provider, {}), folders)).inputs).toEqual({});
  });

  it("may be missing in the SDK", async () => {
    const request = Object.assign(requestOf(provider, {}), { getEnvvarmappingsMap: undefined });
    expect((await readRegistration(request, folders)).inputs).toEqual({});
  });

  it("is refused for other resources", async () => {
    const type = "pulumi-nodejs:dynamic/test:Thing";
    await expect(readRegistration(requestOf(type, { MOON_TOKEN: "TOKEN" }), folders)).rejects.toThrow(
      `The option envVarMappings is for providers only, and ${type} "moon" is not a provider.`,
    );
  });

  it("copies each mapped variable that is set, even if it is empty, and no other", () => {
    const env = { TOKEN: "first", MOON_TOKEN: "second", EMPTY: "", OTHER: "other" };
    const mapped = withMappedVariables(env, { MOON_TOKEN: "TOKEN", EMPTY: "OTHER", ABSENT: "MOON_TOKEN" });
    expect(mapped).toEqual({ TOKEN: "second", MOON_TOKEN: "second", EMPTY: "", OTHER: "" });
  });
});
