import { changedHiddenInputs, hiddenInputs } from "../../../src/lifecycle";
import { imageFields } from "../../../src/resources/image.fields";
import { instanceFields } from "../../../src/resources/instance.fields";

describe("the create-only arguments that the service does not return", () => {
  it("are recorded without secrets, and with their defaults", () => {
    const secrets = { rootPass: "secret-word", stackscriptData: { key: "secret-word" } };
    const shown = { region: "us-east", type: "g1-nano-1", label: "web" };
    expect(hiddenInputs(instanceFields, { ...shown, ...secrets, backupId: 3 })).toEqual({
      ...{ backupId: 3, privateIp: false, swapSize: 512, interfaces: [{ purpose: "public" }] },
    });
  });

  const image = { file: "a.img", fileHash: "1", region: "us-east" };
  it.each<[string, Record<string, unknown>, object, readonly string[]]>([
    ["nothing", image, { fileHash: "1", region: "us-east" }, []],
    [
      "the content of a file, under the name that programs write",
      image,
      { fileHash: "2", region: "us-east" },
      ["file"],
    ],
    ["what was not sent", { ...image, diskId: 1 }, { fileHash: "1", region: "us-east" }, ["diskId"]],
    ["nothing that is no longer declared", { region: "us-east" }, { fileHash: "1", region: "us-east" }, []],
  ])("have changed: %s", (_, inputs, sent, expected) => {
    expect(changedHiddenInputs(imageFields, inputs, { ...sent })).toEqual(expected);
  });

  it("are not known to have changed if the request was not recorded", () => {
    expect(changedHiddenInputs(imageFields, image, undefined)).toEqual([]);
  });
});
