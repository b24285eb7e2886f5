import { resourceTypes } from "../../src/resources/resource-types";
import type { PropertyMap } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareClient, shop } from "./oauth-clients";
import { callsTo, failuresOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

type Inputs = Readonly<Record<string, PropertyMap[string] | undefined>>;

const invalidArguments: readonly (readonly [string, Inputs, RegExp])[] = [
  ["a missing label", { label: undefined }, /^label: is required to create an OAuth client/],
  ["an empty label", { label: "" }, /^label: must have at least 1 character; it is ""\.$/],
  [
    "a label of 513 characters",
    { label: "l".repeat(513) },
    /^label: must have at most 512 characters; it is "l{79}… \(513 characters\)\.$/,
  ],
  ["a label that is a number", { label: 5 }, /^label: must be a string; it is 5\.$/],
  ["a missing redirect URI", { redirectUri: undefined }, /^redirectUri: is required to create/],
  [
    "a redirect URI that is not a URL",
    { redirectUri: "shop" },
    /^redirectUri: is not valid \(an absolute URL, such as https:\/\/shop\.example\.com\/login\); it is "shop"\.$/,
  ],
  ["public as a string", { public: "yes" }, /^public: must be true or false; it is "yes"\.$/],
  [
    "a secret version that is a list",
    { secretVersion: [1] },
    /^secretVersion: is not valid \(must be a string or a number\)/,
  ],
  [
    "a secret version for a public client",
    { public: true, secretVersion: 1 },
    /^secretVersion: a public client has no secret/,
  ],
  ["an empty thumbnail", { thumbnail: "" }, /^thumbnail: must have at least 1 character/],
  ["a thumbnail that is a number", { thumbnail: 5 }, /^thumbnail: must be a string; it is 5\.$/],
  [
    "a thumbnail that does not exist",
    { thumbnail: `${files.folder}/none.png` },
    /^thumbnail: ".*none\.png" does not exist\. Set it to the path/,
  ],
  [
    "a thumbnail that is a folder",
    { thumbnail: files.folder },
    /^thumbnail: .* is a folder\. Set it to the path/,
  ],
  [
    "a thumbnail whose path contains a null byte",
    { thumbnail: `${files.folder}/a\0.png` },
    /^thumbnail: .* cannot be read \(.*without null bytes.*\)\. Set it to the path/,
  ],
  [
    "the content of a thumbnail instead of its path",
    { thumbnail: "\u00ff".repeat(100_000) },
    /^thumbnail: "\u00ff{999}… \(100000 characters\) is too long for a path\. Set it to the path of a PNG, [^\u00ff]*$/,
  ],
  [
    "a thumbnail that is a text file",
    { thumbnail: files.write("a.png", "no image") },
    /^thumbnail: .* does not contain an image of a supported type/,
  ],
  [
    "a thumbnail that is empty",
    { thumbnail: files.write("b.png", "") },
    /^thumbnail: .* does not contain an image of a supported type/,
  ],
  ["an id to adopt that is a number", { adopt: 5 }, /^adopt: must be a string; it is 5\.$/],
  ["an id to adopt that is empty", { adopt: "" }, /^adopt: must have at least 1 character/],
  ["an id to adopt that is a dot", { adopt: "." }, /^adopt: is not valid \(an id of an OAuth client\)/],
  ["an id to adopt that is two dots", { adopt: ".." }, /^adopt: is not valid \(an id of an OAuth client\)/],
  [
    "a timeout that is not a duration",
    { timeouts: { create: "soon" } },
    /^timeouts\.create: must be a duration/,
  ],
  [
    "an argument under its name in the API",
    { redirect_uri: "https://a.example/" },
    /^redirect_uri: is not an argument of this OAuth client/,
  ],
];

describe("an invalid argument", () => {
  it.each(invalidArguments)("(%s) is refused before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    for (const run of ["preview", "up"] as const) {
      const failures = failuresOf(await stack[run](declareClient(inputs)))
        .join("\n")
        .split("\n");
      const reasons = failures.map((line) => line.trim().replace(/^.*?: (?=\w+[\w[\].]*: )/, ""));
      expect(reasons.filter((reason) => message.test(reason))).toHaveLength(1);
    }
    expect(callsTo(stack)).toEqual([]);
  });

  it("is reported together with all other invalid arguments", async () => {
    const stack = new TestStack();
    const invalid = { label: "", redirectUri: "shop", thumbnail: files.folder };
    const failures = failuresOf(await stack.up(declareClient(invalid))).join("\n");
    for (const name of Object.keys(invalid)) expect(failures).toContain(`${name}: `);
  });

  it("is not reported for null, which means absent", async () => {
    const stack = new TestStack();
    const absent = { public: null, thumbnail: null, secretVersion: null, adopt: null };
    expect(failuresOf(await stack.up(declareClient(absent)))).toEqual([]);
  });

  it("is not thumbnailHash: a declared value is dropped, and it is computed from the thumbnail", async () => {
    const check = async (inputs: Inputs) => {
      const stack = new TestStack();
      const lifecycle = resourceTypes.OAuthClient.lifecycle(stack.services());
      return stack.clock.run(lifecycle.check({}, { ...shop, ...inputs }));
    };
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect((await check({ thumbnailHash: "mine" })).inputs).not.toHaveProperty("thumbnailHash");
    expect((await check({ thumbnail: unknown })).inputs).toMatchObject({ thumbnailHash: unknown });
  });

  it("is not a label of the minimum or maximum length", async () => {
    const stack = new TestStack();
    for (const label of ["l", "l".repeat(512)]) {
      expect(failuresOf(await stack.up(declareClient({ ...shop, label })))).toEqual([]);
    }
  });

  it("is reported with the service's reason if only the service rejects it, and leaves nothing behind", async () => {
    const stack = new TestStack();
    const reason = { errors: [{ field: "redirect_uri", reason: "must be https" }] };
    stack.emulator.control.faults.add({
      operation: "oauthClients.create",
      count: 1,
      effect: { status: 400, body: reason },
    });
    expect(failuresOf(await stack.up(declareClient())).join()).toMatch(/redirect_?[uU]ri.*must be https/s);
    expect(stack.outputs("app")).toBeUndefined();
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
  });
});
