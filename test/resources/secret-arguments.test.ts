import { camelCase, fieldsOf } from "../../src/contract";
import { resourceTypes } from "../../src/resources/resource-types";

/** The fields of a shape that the contract marks as secret, under the names that programs use. */
function secretsIn(shape: Parameters<typeof fieldsOf>[0]): string[] {
  return fieldsOf(shape)
    .filter(({ meta }) => meta.secret === true)
    .map(({ name }) => camelCase(name));
}

describe.each(Object.entries(resourceTypes))("%s", (_, { definition }) => {
  it("has `secret: true` on exactly the arguments that the contract marks as secret", () => {
    const secrets = Object.entries(definition.fields).flatMap(([name, { secret }]) => (secret ? [name] : []));
    expect(secrets.sort()).toEqual(secretsIn(definition.body).sort());
  });

  it("returns nothing that the contract marks as secret, except in `keptSecrets`", () => {
    expect(secretsIn(definition.response)).toEqual([]);
  });
});
