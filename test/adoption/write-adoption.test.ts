import { join } from "node:path";
import { type Survey, writeAdoption } from "../../src/adoption";
import { Constants } from "../../src/adoption/constants";
import { writeResourceFile } from "../../src/adoption/resource-file";
import type { InspectedObject, Inspector } from "../../src/lifecycle";
import type { ResourceClass } from "../../src/resources/resource-class";
import { readProject } from "../../src/state";
import { chooseBackend } from "../../src/state/choose-backend";
import { environment, ProjectFolder } from "../drift/stacks/project-folder";

const settings = { baseUrl: "https://host/v4", brand: "node", token: "the-token" };
const empty: Survey = {
  ...{ settings, adoptable: [], omitted: [], stacks: [], managed: 0, otherStacks: [], problems: [] },
};

/** An object as an inspector shows it, with what a written program needs. */
function adoptable(type: ResourceClass, id: string, args: Record<string, unknown>, omitted: string[] = []) {
  const names = { Image: ["adopt", "label"], Instance: ["adopt", "image", "label"] }[
    type as "Image" | "Instance"
  ];
  const inspector: Partial<Inspector> = {
    ...{ kind: type.toLowerCase(), idName: `${type.toLowerCase()}Id` },
    arguments: Object.fromEntries(
      names.map((name) => [name, { isSecret: false, isDeclarable: true, isRequired: false }]),
    ),
  };
  const object: Partial<InspectedObject> = {
    ...{ id, label: String(args.label) },
    adoption: () => ({ adopt: id, args, omitted, createSecrets: {} }),
  };
  return { type, inspector: inspector as Inspector, object: object as InspectedObject };
}

it("keeps the state of a written project in its folder, which git ignores, whatever the CLI is logged in to", async () => {
  const files = writeAdoption(empty, "/x/shop", "1.0.0");
  expect(files.get(".gitignore")).toBe("node_modules/\n.pulumi/\n");
  const folder = new ProjectFolder();
  folder.write("Pulumi.yaml", files.get("Pulumi.yaml") ?? "");
  folder.write("home/credentials.json", JSON.stringify({ current: "https://api.pulumi.com" }));
  const project = await readProject(folder.path);
  const backend = await chooseBackend(project, environment(folder.path));
  expect([project.name, backend.folder]).toEqual(["shop", join(folder.path, ".pulumi")]);
});

it("lists an object that is not adopted in the README, and has no such section without one", () => {
  const omitted = [
    {
      ...({ type: "Instance", kind: "instance", id: "7", label: "web" } as const),
      ...{ reason: "It is provisioning.", isTemporary: true },
    },
  ];
  const readmeOf = (survey: Survey) => writeAdoption(survey, "/x/shop", "1.0.0").get("README.md");
  expect(readmeOf({ ...empty, omitted })).toContain(
    "## Not adopted\n\n### 1 instance\n\nIt is provisioning.\n\n- `7` web",
  );
  expect(readmeOf(empty)).not.toContain("Not adopted");
});

describe("the settings of a written project", () => {
  it("are the address, the beta address and the brand, and never the token", () => {
    const full = { ...settings, betaUrl: "https://host/v4beta", brand: "acme" };
    const files = writeAdoption({ ...empty, settings: full }, "/x/shop", "1.0.0");
    expect(files.get("Pulumi.yaml")).toContain(`config:
  nodecloud:baseUrl:
    value: "https://host/v4"
  nodecloud:betaUrl:
    value: "https://host/v4beta"
  nodecloud:brand:
    value: "acme"
`);
    expect([...files.values()].join("")).not.toContain("the-token");
  });

  it("leave out an address that contains a password", () => {
    const secret = { ...settings, baseUrl: "https://me:secret@host/v4" };
    const files = writeAdoption({ ...empty, settings: secret }, "/x/shop", "1.0.0");
    expect([...files.values()].join("")).not.toContain("secret@");
    expect(files.get("Pulumi.yaml")).toContain("nodecloud:brand");
  });
});

it.each([
  ["/x/My shop (old)", "My-shop-old", "my-shop-old"],
  ["/x/_cache", "_cache", "cache"],
  ["/x/日本", "adopted", "adopted"],
])("names the project of the folder %s %s", (folder, project, manifest) => {
  const files = writeAdoption(empty, folder, "1.0.0");
  expect(files.get("Pulumi.yaml")).toContain(`name: "${project}"\n`);
  expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({ name: manifest });
});

it("breaks a long import, and lists what it imports once", () => {
  const images = Array.from({ length: 9 }, (_, at) =>
    adoptable("Image", `private/${at}`, { label: `a-long-label-${at}` }),
  );
  const instances = [...images, ...images].map(({ object: { id } }, at) =>
    adoptable("Instance", String(at + 1), { image: id, label: `web-${at}` }),
  );
  const constants = new Constants([...images, ...instances]);
  const { text } = writeResourceFile("Instance", instances, constants);
  expect(text).toContain("import {\n  aLongLabel0,\n  aLongLabel1,\n");
  expect(text).toContain('  aLongLabel8,\n} from "./images";\n');
  const few = writeResourceFile("Instance", instances.slice(0, 1), constants);
  expect(few.text).toContain('import { aLongLabel0 } from "./images";\n');
});

it("explains in a comment on one line what it leaves out", () => {
  const image = adoptable("Image", "private/1", { label: "x" }, ["description: is wrong\nprocess.exit()"]);
  const { text } = writeResourceFile("Image", [image], new Constants([image]));
  expect(text).toContain(
    "// Left out: description: is wrong\\u000aprocess.exit()\nexport const x = new Image(",
  );
});
