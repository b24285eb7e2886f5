import { Expression, resourceText } from "../../src/program-text";

describe("the text of a resource", () => {
  it("declares it with its arguments in their order, `adopt` first on a line of its own", () => {
    const text = resourceText({
      ...{ type: "Instance", name: "web-1", variable: "web1", isExported: true, adopt: 17 },
      args: {
        region: "us-east",
        image: new Expression("golden.imageId"),
        label: 'say "hi"',
        tags: ["a", "b"],
      },
    });
    expect(text).toBe(`export const web1 = new Instance("web-1", {
  adopt: 17,
  region: "us-east",
  image: golden.imageId,
  label: "say \\"hi\\"",
  tags: ["a", "b"],
});
`);
  });

  it("is a statement of its own if nothing refers to it, and leaves out what is undefined", () => {
    expect(resourceText({ type: "Image", name: "x", args: { label: undefined } })).toBe(
      'new Image("x", {});\n',
    );
    expect(resourceText({ type: "Image", name: "x", variable: "x", adopt: "private/12", args: {} })).toBe(
      'const x = new Image("x", {\n  adopt: "private/12",\n});\n',
    );
  });
});
