import { homedir } from "node:os";
import { join } from "node:path";
import { backendIdentity } from "../../src/plugin/state-identity";
import { absoluteUrl, backendAt, folderBackend } from "../../src/state";

describe("the address of a folder", () => {
  it.each([
    "/srv/C#/shop",
    "/srv/100%/shop",
    "/srv/a?b",
    "/srv/%41",
    "/srv/a\\b",
    "/srv/über mich",
    "/srv/a\nb",
  ])("is read as that folder: %j", (folder) => {
    const { url } = backendAt(folder);
    expect(folderBackend(url, "/work")).toEqual({ url, folder: `${folder}/.pulumi` });
    expect(url).toMatch(/^\P{Cc}+$/u);
    expect(new URL(url)).toMatchObject({ hash: "", search: "" });
    expect(backendIdentity(url, "/work")).toBe(`file://${folder}`);
  });

  it("is encoded only where it must be", () => {
    expect(backendAt("/srv/C#/100%/a?b/über mich").url).toBe("file:///srv/C%23/100%25/a%3Fb/über mich");
  });

  it.each([
    ["file:///srv/my%20stacks?no_tmp_dir=true", "/srv/my stacks"],
    ["file://./my%20stacks", "/work/C#/my stacks"],
    ["file://.", "/work/C#"],
    ["file://~/my%20stacks", join(homedir(), "my stacks")],
  ])("%s is %s", (url, folder) => {
    expect(folderBackend(url, "/work/C#").folder).toBe(join(folder, ".pulumi"));
    expect(backendIdentity(url, "/work/C#")).toBe(`file://${folder}`);
  });

  it.each(["file:///srv/C#/shop", "file:///srv/100%/shop"])("is refused if it is not a URL: %s", (url) => {
    expect(() => folderBackend(url, "/work")).toThrow(
      `The address ${url} of the backend is not valid. Nothing was done. In an address, write % as %25`,
    );
    expect(backendIdentity(url, "/work")).toBe(url);
  });

  it("is absolute for the CLI, with the options that it may have", () => {
    expect(absoluteUrl("file://./state?metadata=skip", "/work/C#")).toBe(
      "file:///work/C%23/state?metadata=skip",
    );
    expect(absoluteUrl("file://.", "/work")).toBe("file:///work");
    expect(absoluteUrl("s3://stacks?region=x", "/work")).toBe("s3://stacks?region=x");
  });
});
