import { withOutputs, withoutOutputs } from "../../../src/engine/grpc/output-values";
import { signatureKey, signatures, unknownText } from "../../../src/state";

const secret = (value: unknown) => ({ [signatureKey]: signatures.secret, value });
const output = (parts: object) => ({ [signatureKey]: signatures.output, ...parts });

const properties = {
  plain: "text",
  none: null,
  unknown: unknownText,
  secret: secret({ pin: 1 }),
  later: secret(unknownText),
  deep: [{ list: [unknownText, secret("s"), true] }],
  asset: { [signatureKey]: signatures.asset, text: "t" },
};

it("converts secrets and unknowns at any depth to output values with the property's dependencies", () => {
  expect(withOutputs(properties, { plain: ["urn:a"], secret: ["urn:b"], asset: [] })).toEqual({
    plain: output({ value: "text", dependencies: ["urn:a"] }),
    none: null,
    unknown: output({}),
    secret: output({ value: { pin: 1 }, secret: true, dependencies: ["urn:b"] }),
    later: output({ secret: true }),
    deep: [{ list: [output({}), output({ value: "s", secret: true }), true] }],
    asset: { [signatureKey]: signatures.asset, text: "t" },
  });
});

it("converts unchanged properties back to their original values and finds their dependencies", () => {
  const back = withoutOutputs(withOutputs(properties, { plain: ["urn:a"], secret: ["urn:b", "urn:c"] }));
  expect(back.properties).toEqual(properties);
  expect(back.dependencies).toEqual({
    plain: ["urn:a"],
    none: [],
    unknown: [],
    secret: ["urn:b", "urn:c"],
    later: [],
    deep: [],
    asset: [],
  });
});

it("finds each dependency once in maps, lists and nested outputs", () => {
  const inner = output({ value: 1, dependencies: ["urn:b", "urn:a"] });
  const { dependencies } = withoutOutputs({
    a: [{ b: output({ value: { c: inner }, dependencies: ["urn:a"] }) }, inner],
  });
  expect(dependencies).toEqual({ a: ["urn:a", "urn:b"] });
});
