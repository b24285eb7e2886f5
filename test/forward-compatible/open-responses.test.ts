import { gzipSync } from "node:zlib";
import { TestStack } from "../../src/testing";
import { isRecord } from "../../src/unknown";
import { declareAll } from "../resources/declare-all";
import { testedResources } from "../resources/every-resource";
import { prepareVariant } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import { createOtherInstance } from "../resources/every-resource/other-instance";
import { visa } from "../resources/payment-methods";
import {
  callsTo,
  emptyProgram,
  failuresOf,
  instancesIn,
  smallInstance,
  stepsOf,
} from "../resources/programs";
import { changeResponsesOf } from "./changed-responses";
import { quick } from "./tested-service";

afterAll(() => files.remove());

const instancePaths = /\/node\/instances(\/\d+)?$/;
const oddItems = [null, 7, "text", [], {}, { id: null, label: "x" }];
const program = declareAll("Instance", {
  web: { ...smallInstance, timeouts: { create: "5m" } },
  db: { ...smallInstance, timeouts: { create: "5m" } },
});
const creates = (stack: TestStack) => callsTo(stack).filter((call) => call === "POST /v4/node/instances");

describe("a list with items that cannot be read", () => {
  it("creates, refreshes and deletes the others as usual", async () => {
    const stack = new TestStack();
    const responses = changeResponsesOf(stack, instancePaths);
    responses.changeList = (items) => (items.length > 0 ? [...oddItems, ...items] : items);
    expect(stepsOf(await stack.up(program)).sort()).toEqual(["create db", "create web"]);
    const refresh = await stack.refresh();
    expect(failuresOf(refresh)).toEqual([]);
    expect(stepsOf(await stack.preview(program))).toEqual([]);
    const destroy = await stack.destroy();
    expect(failuresOf(destroy)).toEqual([]);
    expect(instancesIn(stack)).toEqual([]);
  });

  it("does not prove that a create request created nothing", async () => {
    const stack = new TestStack();
    await createOtherInstance(stack);
    const { id: other } = instancesIn(stack)[0]!;
    stack.emulator.control.forgetRequests();
    const responses = changeResponsesOf(stack, instancePaths);
    responses.changeList = (items) =>
      items.map((item) => (isRecord(item) && item.id !== other ? { ...item, id: null } : item));
    stack.emulator.control.faults.add({
      ...{ operation: "instances.create", when: "after", effect: { reset: true }, count: 1 },
    });
    const web = declareAll("Instance", { web: { ...smallInstance, timeouts: { create: "5m" } } });
    expect(failuresOf(await stack.up(web)).join()).toContain("has an item whose id cannot be read");
    expect(failuresOf(await stack.up(web)).join()).toContain("has an item whose id cannot be read");
    expect([creates(stack).length, instancesIn(stack).length]).toEqual([1, 2]);
    responses.changeList = undefined;
    expect(failuresOf(await stack.up(web))).toEqual([]);
    expect(instancesIn(stack)).toHaveLength(2);
    expect(stepsOf(await stack.up(emptyProgram))).toEqual(["delete web"]);
    expect(instancesIn(stack)).toMatchObject([{ id: other }]);
  });
});

describe("an unknown status", () => {
  const withStatus = (status: unknown) => (object: unknown) =>
    isRecord(object) ? { ...object, status } : object;

  it.each([
    [
      "from_next_year",
      "it is from_next_year. This version does not know that status: if the instance keeps it, run `pulumi up --replace urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Instance::web`. Otherwise, run the command again to wait longer.",
    ],
    [
      null,
      "its status is unknown. Set a longer timeout in `timeouts`, or run the command again to wait longer.",
    ],
  ])("of an instance (%s) is waited out until the deadline, which names it", async (status, named) => {
    const stack = new TestStack();
    const responses = changeResponsesOf(stack, instancePaths);
    responses.change = withStatus(status);
    const [failure = ""] = failuresOf(await stack.up(program));
    expect(failure).toMatch(/Timed out after [45]m.* while waiting for instance \d+ to be running/);
    expect(failure).toContain(named);
    expect(creates(stack)).toHaveLength(2);
    responses.change = undefined;
    expect(stepsOf(await stack.up(program)).sort()).toEqual(["update db", "update web"]);
    expect(creates(stack)).toHaveLength(2);
    expect(instancesIn(stack).map((one) => one.status)).toEqual(["running", "running"]);
  });

  it("of an image that is being captured is waited out until the deadline, which names it", async () => {
    const variant = testedResources.Image.variants["from a disk"]!;
    const { stack, program } = await prepareVariant(testedResources.Image, variant, quick);
    changeResponsesOf(stack, /\/images/).change = withStatus("failed");
    const [failure = ""] = failuresOf(await stack.up(program));
    expect(failure).toContain(
      "to be available: it is failed. This version does not know that status: if the image keeps it, run `pulumi up --replace urn:pulumi:dev::project::pulumi-nodejs:dynamic/nodecloud:Image::it`.",
    );
  });

  it("of an image sends no data and loses no upload address", async () => {
    const stack = new TestStack();
    const file = files.write("golden.img.gz", gzipSync("disk"));
    const golden = declareAll("Image", {
      golden: { region: "us-east", label: "fresh", file, timeouts: { create: "5m", update: "5m" } },
    });
    const responses = changeResponsesOf(stack, /\/images/);
    responses.change = withStatus("from_next_year");
    expect(failuresOf(await stack.up(golden)).join()).toContain(
      "to be ready for its data: it is from_next_year. This version does not know that status: if the image keeps it,",
    );
    const statuses = () =>
      stack.emulator.control
        .world()
        .images.flatMap((one) => (one.label === "fresh" ? [[one.id, one.status]] : []));
    const [[id]] = statuses() as [[string, string]];
    expect(statuses()).toEqual([[id, "pending_upload"]]);
    responses.change = undefined;
    const resumed = await stack.up(golden);
    expect([failuresOf(resumed), stepsOf(resumed)]).toEqual([[], ["update golden"]]);
    expect(statuses()).toEqual([[id, "available"]]);
  });
});

describe("a value that the service does not return", () => {
  const hide = (name: string) => (object: unknown) =>
    isRecord(object) && name in object ? { ...object, [name]: null } : object;

  it.each([
    [
      "OAuthClient",
      /\/oauth-clients/,
      { label: "Shop", redirectUri: "https://a.example/" },
      { redirectUri: "https://b.example/" },
    ],
    ["Image", /\/images/, { region: "us-east", label: "fresh" }, { description: "new" }],
  ] as const)("of an %s is sent again only if it is declared", async (type, path, declared, changed) => {
    const stack = new TestStack();
    const file = files.write("golden.img.gz", gzipSync("disk"));
    const inputs = { ...declared, ...(type === "Image" ? { file } : {}) };
    await stack.up(declareAll(type, { it: inputs }));
    const responses = changeResponsesOf(stack, path);
    responses.change = hide("label");
    const up = await stack.up(declareAll(type, { it: { ...inputs, ...changed } }));
    expect([failuresOf(up), stepsOf(up)]).toEqual([[], ["update it"]]);
  });

  it("is no proof that another payment method has become the default", async () => {
    const stack = new TestStack();
    const method = (isDefault: boolean) => declareAll("PaymentMethod", { card: { card: visa, isDefault } });
    await stack.up(method(true));
    const responses = changeResponsesOf(stack, /\/payment-methods/);
    responses.change = hide("is_default");
    expect(failuresOf(await stack.up(method(false))).join()).toContain("stays the default until another one");
  });

  it("is an upload address that was lost, so that the image is created again", async () => {
    const stack = new TestStack();
    const images = () => stack.emulator.control.world().images.length;
    const before = images();
    const { emulator } = stack;
    stack.emulator = {
      ...emulator,
      fetch: async (request) => {
        const response = await emulator.fetch(request);
        if (!request.url.endsWith("/images/upload")) return response;
        const body: unknown = await response.json();
        return Response.json(hide("upload_to")(body), {
          headers: { date: response.headers.get("date") ?? "" },
        });
      },
    };
    const file = files.write("golden.img.gz", gzipSync("disk"));
    const up = await stack.up(declareAll("Image", { fresh: { region: "us-east", label: "fresh", file } }));
    expect(failuresOf(up).join()).toContain("The response with the upload address was lost 3 times");
    expect(images()).toBe(before);
  });
});

it("a response with an object other than the requested one is an error, and changes nothing", async () => {
  const stack = new TestStack();
  const web = declareAll("Instance", { web: smallInstance });
  await stack.up(web);
  const before = stack.store.snapshot;
  const responses = changeResponsesOf(stack, /\/node\/instances\/\d+$/);
  responses.change = (object) => (isRecord(object) ? { ...object, id: 77 } : object);
  expect(failuresOf(await stack.refresh()).join()).toContain("returned instance 77 in place of instance");
  expect(stack.store.snapshot.resources).toEqual(before.resources);
});
