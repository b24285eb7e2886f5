import { toStruct } from "../../../src/engine/inprocess/json-values";
import { writeOutputs } from "../../../src/lifecycle/values/outputs";
import { oauthClientDefinition } from "../../../src/resources/oauth-client.lifecycle";

const client = {
  ...{ id: "c1", label: "Shop", public: false, redirect_uri: "https://shop.example/", status: "active" },
  ...{ thumbnail_url: null, thumbnail_hash: null },
};

describe("outputs that the service does not return", () => {
  it("are omitted if they are undefined, because an engine rejects them", () => {
    const kept = { secret: undefined, adopted: true };
    const outputs = writeOutputs(oauthClientDefinition, client, { applied: undefined, kept });
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(["clientId", "adopted"]));
    expect(outputs).not.toHaveProperty("secret");
    expect(toStruct(outputs)).toMatchObject({ clientId: "c1", thumbnailUrl: null, adopted: true });
  });
});
