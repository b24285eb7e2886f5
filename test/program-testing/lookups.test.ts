import {
  BackupSchedule,
  getImage,
  getImageOutput,
  getInstancesOutput,
  getRegion,
  getRegions,
  Instance,
} from "../../src";
import { testStack } from "../../src/program-testing";
import { small, webProgram } from "./programs";

const elsewhere = {
  NODECLOUD_BASE_URL: "http://127.0.0.1:1/v4",
  NODECLOUD_TOKEN: "other",
  NODECLOUD_BRAND: "other",
};

beforeEach(() => void Object.assign(process.env, elsewhere));
afterEach(() => {
  for (const name of Object.keys(elsewhere)) delete process.env[name];
});

it("reads from the service of the stack, regardless of the environment", async () => {
  const stack = await testStack({ brand: "acme" });
  const { outputs } = await stack.up(async () => {
    const image = await getImage({ id: "acme/debian12" });
    const web = new Instance("web", { ...small, image: image.id });
    return {
      image: image.id,
      regions: getRegions({}).then((regions) => regions.length),
      vendor: getImageOutput({ id: web.image.apply((id) => id ?? "") }).vendor,
      labels: web.id.apply(() => getInstancesOutput({})).apply((all) => all.map(({ label }) => label)),
    };
  });
  expect(outputs).toMatchObject({
    image: { value: "acme/debian12" },
    vendor: { value: "Debian" },
    labels: { value: [stack.world.instances[0]?.label] },
  });
  expect(outputs.regions?.value).toBe(stack.world.regions.length);
  expect(new Set(stack.calls.map(({ token }) => token)).size).toBeLessThanOrEqual(2);
});

it("takes the options of a lookup before the settings of the stack", async () => {
  const stack = await testStack();
  const program = async () => {
    await getInstancesOutput({}, { token: "wrong" });
  };
  await expect(stack.up(program)).rejects.toThrow(/token/i);
});

it("waits for lookups whose results determine the declarations", async () => {
  const stack = await testStack();
  await stack.up(() => {
    const web = new Instance("web", small);
    web.region.apply(async (id) => {
      const region = await getRegion({ id });
      new BackupSchedule(region.id, { instanceId: web.instanceId, day: "Saturday", window: "W10" });
    });
  });
  expect(stack.resource("us-east").type).toMatch(/BackupSchedule$/);
});

it("knows outputs in the preview of an update", async () => {
  const stack = await testStack();
  await stack.up(webProgram());
  const { outputs } = await stack.preview(() => {
    const web = new Instance("web", { ...small, tags: ["new"] });
    return { region: web.region, hypervisor: web.hypervisor, status: web.status };
  });
  expect(outputs.hypervisor).toEqual({ value: "kvm", secret: false });
  expect(outputs.status?.value).toBeUndefined();
});

it("reads an instance that another stack manages with `get`", async () => {
  const stack = await testStack();
  await stack.up(webProgram());
  const id = stack.resource("web").id;
  const { outputs } = await stack.up(() => {
    new Instance("web", small);
    return { region: Instance.get("same", id).region };
  });
  expect(outputs.region?.value).toBe("us-east");
});
