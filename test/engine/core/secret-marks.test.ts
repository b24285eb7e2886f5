import { markSecretOutputs, markSecretsLike } from "../../../src/engine/core/secret-marks";
import { newResource, Secret } from "../../../src/state";
import { type, urnOf } from "../world";

describe("results of a provider", () => {
  it("are secret where the request was, at any depth of maps", () => {
    const request = { a: new Secret(1), m: { b: new Secret(2), c: 3 }, l: [new Secret(4)], d: 5 };
    expect(markSecretsLike({ a: 1, m: { b: 2, c: 3 }, l: [4], d: 5 }, request)).toEqual({
      ...{ a: new Secret(1), m: { b: new Secret(2), c: 3 }, l: new Secret([4]), d: 5 },
    });
  });

  it("are secret as a whole if their shape differs from a request with a secret", () => {
    expect(markSecretsLike({ a: 1, b: { c: 1 } }, { a: { c: new Secret(1) }, b: new Secret(1) })).toEqual({
      ...{ a: new Secret(1), b: new Secret({ c: 1 }) },
    });
  });

  it("keep their own secret marks and get no second one", () => {
    const marked = { a: new Secret(1), b: [new Secret(2)] };
    const result = markSecretsLike(marked, { a: new Secret(1), b: new Secret([2]) });
    expect(result.a).toBe(marked.a);
    expect(result.b).toBe(marked.b);
  });

  it("are not compared with what an object inherits", () => {
    expect(markSecretsLike({ constructor: 1 }, {})).toEqual({ constructor: 1 });
  });
});

describe("outputs", () => {
  const state = {
    ...newResource({ urn: urnOf("a"), type, custom: true }),
    additionalSecretOutputs: ["named"],
  };

  it("are secret if the program names them or the input of the same name is a secret", () => {
    const inputs = { key: new Secret("k"), plain: "p" };
    const outputs = { named: 1, key: "k", plain: "p", other: 2 };
    expect(markSecretOutputs({ ...state, inputs, outputs }).outputs).toEqual({
      ...{ named: new Secret(1), key: new Secret("k"), plain: "p", other: 2 },
    });
  });

  it("are not wrapped twice", () => {
    const named = new Secret(1);
    expect(markSecretOutputs({ ...state, outputs: { named } }).outputs.named).toBe(named);
  });
});
