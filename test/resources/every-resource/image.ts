import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { Image } from "../../../src";
import type { Image as Live } from "../../../src/client";
import { operations } from "../../../src/contract";
import { imageFields } from "../../../src/resources/image.fields";
import type { PropertyMap } from "../../../src/state";
import { created, type ModelFields, type ModelType, text, textOrNull } from "../../drift/worlds/model-type";
import { createInstance } from "../../reference/reference-example";
import { byControl } from "./changes";
import { files } from "./files";
import { createInstances, createOtherInstance } from "./other-instance";
import { type TestedCreate, testedResource } from "./tested-resource";

function patched(patch: { readonly label?: string; readonly description?: string | null }) {
  return byControl((imageId) => ({ kind: "image_change", imageId, patch }));
}

const labelChange = patched({ label: "Changed" });

function createWith(inputs: PropertyMap, isCounted = (_status: string) => true): TestedCreate {
  return {
    inputs: () => ({ file: files.write("golden.img.gz", gzipSync("disk")), region: "us-east", ...inputs }),
    ...{ operation: "images.upload", list: "images.list" },
    createdIds: (stack) =>
      stack.emulator.control
        .world()
        .images.flatMap(({ id, is_public, status }) =>
          is_public || id === "private/1" || !isCounted(status) ? [] : [id],
        ),
  };
}

const modelFields: ModelFields<Live> = {
  label: { values: text, read: (i) => i.label, write: (i, value) => ({ ...i, label: String(value) }) },
  description: {
    values: fc.oneof(text, fc.constant(null)),
    read: (i) => i.description,
    write: (i, value) => ({ ...i, description: textOrNull(value) }),
  },
};

const imageOf = (index: number, status: string, kind: "own" | "public" | "automatic"): Live => ({
  ...{ id: `${kind === "public" ? "node" : "private"}/${index}`, label: "", description: null },
  ...{ created, updated: created, created_by: "me", deprecated: false },
  ...{ eol: null, expiry: null, is_public: kind === "public", size: 1, status, vendor: null },
  type: kind === "automatic" ? "automatic" : "manual",
});

const imageStatus = fc.constantFrom("available", "available", "available", "creating");
const imageKind = fc.constantFrom("own" as const, "own" as const, "public" as const, "automatic" as const);

const isOwnImage = (live: Live) => !live.is_public && live.type !== "automatic";

/** Written from the interface, not from the code of the resource. */
const driftModel: ModelType<Live> = {
  objects: {
    ...{ path: "/v4/images", max: 3 },
    any: (index) => fc.tuple(imageStatus, imageKind).map(([status, kind]) => imageOf(index, status, kind)),
  },
  fields: modelFields,
  isRecordable: isOwnImage,
  isManageable: isOwnImage,
  isMoving: ({ status }) => status === "creating",
};

export const image = testedResource(imageFields, {
  type: "Image",
  resourceClass: Image,
  driftModel,
  temporaryOutputs: ["uploadTo"],
  recordOf: (stack, id) => {
    const found = stack.emulator.control.world().images.find((one) => one.id === id);
    return found && { ...found, updated: undefined };
  },
  count: ({ emulator }) => emulator.control.world().images.filter((one) => !one.is_public).length,
  forwardCompatibility: {
    ...{ variant: "from a file", path: /\/images/, response: operations.images.view.response },
    ...{ managed: ["label", "description"], changed: { label: "renamed" } },
    alsoRead: ["id", "is_public", "type", "status", "created", "updated"],
  },
  creates: {
    "an image": createWith({}),
    // Nothing proves whose an image is that waits for its data: it stays, and the service deletes it.
    "an image with a declared label": createWith({ label: "mine" }, (status) => status !== "pending_upload"),
  },
  counted: {
    count: 100,
    // An instance is busy while one of its disks is captured.
    prepare: (stack) => createInstances(stack, 100),
    inputs: (index, stack) => ({
      diskId: stack.emulator.control.world().disks[2 * index]?.id ?? 0,
      label: `golden-${index}`,
    }),
  },
  ids: { missing: "private/999", malformed: ["", "12", "private/", "/12", "a/b/c", "private/1 2"] },
  example: {
    config: { diskId: "1" },
    before: createInstance,
    outputs: { id: "private/2", smallestDisk: expect.any(Number) },
    makes: {
      images: { id: "private/2", status: "available", description: "Debian 12 with our packages." },
    },
  },
  variants: {
    "from a disk": {
      declared: { label: "golden", description: "for the web", timeouts: { create: "2h" } },
      prepared: { diskId: async (stack) => (await createOtherInstance(stack)).disks[0] ?? 0 },
      replacements: { diskId: 99 },
      externalChanges: { label: labelChange, description: patched({ description: "changed" }) },
    },
    "from a file": {
      declared: { region: "us-east", label: "golden", description: "for the web" },
      prepared: { file: async () => files.write("golden.img.gz", gzipSync("disk")) },
      replacements: { region: "us-central" },
      externalChanges: { label: labelChange, description: patched({ description: null }) },
    },
  },
});
