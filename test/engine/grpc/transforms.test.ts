import { join } from "node:path";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import type { TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb";
import { Callbacks } from "../../../src/engine/grpc/callbacks";
import { readRegistration } from "../../../src/engine/grpc/requests";
import { loadSdk, type Sdk } from "../../../src/engine/grpc/sdk";
import { Transforms } from "../../../src/engine/grpc/transforms";

const root = join(__dirname, "../../..");

/** Calls a transform in this process, which changes the options. */
class LocalCallbacks extends Callbacks {
  constructor(
    readonly sdk: Sdk,
    readonly change: (options: TransformResourceOptions) => unknown,
  ) {
    super(sdk);
  }

  override async invoke(_: Callback, message: { serializeBinary(): Uint8Array }): Promise<Uint8Array> {
    const { TransformRequest, TransformResponse } = this.sdk.resource;
    const request = TransformRequest.deserializeBinary(message.serializeBinary());
    const options = request.getOptions();
    if (options) this.change(options);
    return new TransformResponse()
      .setProperties(request.getProperties())
      .setOptions(options)
      .serializeBinary();
  }
}

it.each<[boolean | undefined, boolean | undefined, boolean | undefined]>([
  [undefined, undefined, undefined],
  [true, undefined, true],
  [false, undefined, false],
  [true, false, false],
  [undefined, false, false],
  [undefined, true, true],
])(
  "deleteBeforeReplace of the program is %j and of a transform %j: it is %j",
  async (declared, set, expected) => {
    const sdk = loadSdk(root);
    const request = new sdk.resource.RegisterResourceRequest()
      .setType("pulumi-nodejs:dynamic/test:Thing")
      .setName("moon")
      .setCustom(true);
    if (declared !== undefined) request.setDeletebeforereplacedefined(true).setDeletebeforereplace(declared);
    const transforms = new Transforms(
      sdk,
      new LocalCallbacks(sdk, (options) => set === undefined || options.setDeleteBeforeReplace(set)),
    );
    transforms.addToStack(new sdk.callback.Callback());
    await transforms.apply(request);
    const folders = { program: root, project: root };
    expect((await readRegistration(request, folders)).deleteBeforeReplace).toBe(expected);
  },
);

it("the transforms of the stack remove none of a resource's dependencies", async () => {
  const sdk = loadSdk(root);
  const request = new sdk.resource.RegisterResourceRequest().setName("moon").setDependenciesList(["urn:sun"]);
  const transforms = new Transforms(sdk, new LocalCallbacks(sdk, (options) => options.setDependsOnList([])));
  transforms.addToStack(new sdk.callback.Callback());
  await transforms.apply(request);
  expect(request.getDependenciesList()).toEqual(["urn:sun"]);
});
