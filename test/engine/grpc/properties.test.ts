import { createHash } from "node:crypto";
import { hashAssetsIn, writeMapForPlugin } from "../../../src/engine/grpc/properties";
import { Secret, signatureKey, signatures } from "../../../src/state";

const urn = "urn:pulumi:dev::shop::t:t:T::a";
const reference = (more: object = {}) => ({ [signatureKey]: signatures.resource, urn, ...more });

it("passes a resource to the plugin as its id, or as its URN if it has none", () => {
  expect(
    writeMapForPlugin({
      created: reference({ id: "7" }),
      list: [new Secret(reference({ id: "8" }))],
      component: reference(),
      none: reference({ id: null }),
      empty: reference({ id: "" }),
    }),
  ).toEqual({ created: "7", list: ["8"], component: urn, none: urn, empty: urn });
});

it("adds the hash of its content to an asset at any depth", async () => {
  const asset = { [signatureKey]: signatures.asset, text: "hello" };
  const hashed = { ...asset, hash: createHash("sha256").update("hello").digest("hex") };
  const inputs = { list: [{ nested: { file: asset } }], secret: new Secret(asset) };
  expect(await hashAssetsIn(inputs, "/")).toEqual({
    list: [{ nested: { file: hashed } }],
    secret: new Secret(hashed),
  });
});
