import { allOperations, redact } from "../../src/contract";
import { jsonObject } from "../../src/contract/meta";
import { emptyResponse } from "../../src/contract/operation";

const secret = "4111111111111111";

function bodyOf(name: string) {
  const found = allOperations.find((one) => one.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found.operation.body;
}

const create = bodyOf("instances.create");
const addMethod = bodyOf("paymentMethods.add");

describe("a body without secrets", () => {
  it("has everything that is not secret", () => {
    const body = {
      region: "us-east",
      label: null,
      tags: ["web"],
      booted: true,
      swap_size: 512,
      interfaces: [{ purpose: "vlan", subnet: 7 }],
    };
    expect(redact(create, { ...body, root_pass: secret, other: secret })).toEqual({
      ...body,
      root_pass: "<REDACTED>",
    });
  });

  it("has objects whose content is up to the user, and empty ones", () => {
    expect(redact(emptyResponse, {})).toEqual({});
    expect(redact(jsonObject, { name: ["web"] })).toEqual({ name: ["web"] });
  });

  it("contains no part of a value that does not match the shape", () => {
    for (const body of [secret, JSON.stringify({ root_pass: secret }), [{ root_pass: secret }], 4111]) {
      expect(redact(create, body)).toBe("<REDACTED>");
    }
    expect(redact(create, null)).toBeNull();
    expect(redact(create, { tags: secret, label: { root_pass: secret }, region: [secret] })).toEqual({
      tags: "<REDACTED>",
      label: "<REDACTED>",
      region: "<REDACTED>",
    });
    expect(redact(create, { interfaces: [secret] })).toEqual({ interfaces: ["<REDACTED>"] });
  });

  it("keeps scalars of the wrong type", () => {
    expect(redact(create, { label: 7, booted: "yes" })).toEqual({ label: 7, booted: "yes" });
    expect(redact(addMethod, { is_default: "x", data: secret })).toEqual({
      is_default: "x",
      data: "<REDACTED>",
    });
  });
});
