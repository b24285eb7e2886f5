import fc from "fast-check";
import { ProgramNames } from "../../src/program-text";

const add = (label: string | undefined, type = "Instance", id = "17") =>
  new ProgramNames().add(type, label, id);

describe("the names of a resource", () => {
  it.each([
    ["web-1", "web-1", "web1"],
    ["Web Server (old)", "Web-Server-old", "webServerOld"],
    ["web_1.example.com", "web_1.example.com", "web1ExampleCom"],
    ["DB", "DB", "db"],
    ["1st", "1st", "instance1st"],
    ["-1-", "1", "instance1"],
    ["class", "class", "class_17"],
    ["exports", "exports", "exports_17"],
    ["日本", "instance-17", "instance17"],
    [`"\`\${x}\n`, "x", "x"],
    ["...", "instance-17", "instance17"],
    [undefined, "instance-17", "instance17"],
  ])("are derived from the label %j", (label, name, variable) => {
    expect(add(label)).toEqual({ name, variable });
  });

  it("are at most 60 and 40 characters long", () => {
    expect(add("x".repeat(512))).toEqual({ name: "x".repeat(60), variable: "x".repeat(40) });
    expect(add(`${"x".repeat(59)}-y`).name).toBe("x".repeat(59));
  });

  it.each([
    ["OAuthClient", "a1b2c3d4e5f6a7b8", "oauth-client-a1b2c3d4e5f6", "oauthClientA1b2c3d4e5f6"],
    ["BackupSchedule", "5", "backup-schedule-5", "backupSchedule5"],
    ["Image", "private/12", "image-12", "image12"],
  ])("of %s without a label are derived from class and id", (type, id, name, variable) => {
    expect(add(undefined, type, id)).toEqual({ name, variable });
  });

  it("contain the id if two resources have the same label, and a number if that is taken too", () => {
    const names = new ProgramNames();
    expect(names.add("Instance", "web", "1")).toEqual({ name: "web", variable: "web" });
    expect(names.add("Instance", "web", "2")).toEqual({ name: "web-2", variable: "web_2" });
    expect(names.add("Instance", "web", "2")).toEqual({ name: "web-2-2", variable: "web_2_2" });
    expect(names.add("Image", "web", "private/2")).toEqual({ name: "web", variable: "web_2_3" });
  });

  it("differ from those that are reserved, within a class", () => {
    const names = new ProgramNames();
    names.reserve("Instance", "web");
    expect(names.add("Instance", "web", "2")).toEqual({ name: "web-2", variable: "web" });
    expect(names.add("Image", "web", "private/2").name).toBe("web");
  });

  it("are valid and differ, whatever the labels are", () => {
    const label = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("web", "Web", "if", "constructor", "__proto__"),
    );
    const resource = fc.tuple(fc.constantFrom("Instance", "OAuthClient"), label, fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.array(resource, { maxLength: 12 }), (resources) => {
        const names = new ProgramNames();
        const all = resources.map(([type, text, id]) => ({ type, ...names.add(type, text, id) }));
        expect(new Set(all.map(({ variable }) => variable)).size).toBe(all.length);
        expect(new Set(all.map(({ type, name }) => `${type} ${name}`)).size).toBe(all.length);
        expect(all.filter(({ name }) => !/^[A-Za-z0-9._][A-Za-z0-9._-]*$/.test(name))).toEqual([]);
        // Throws for what no module can declare.
        new Function(
          `"use strict"; async () => { ${all.map(({ variable }) => `const ${variable} = 1;`).join("")} };`,
        );
      }),
    );
  });
});
