import { writeMapForPlugin } from "../../../src/engine/grpc/properties";
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
