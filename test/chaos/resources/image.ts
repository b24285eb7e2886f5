import { gzipSync } from "node:zlib";
import { unknown } from "../../../src/state";
import { without } from "../resource";
import type { ChaosResource } from "./chaos-resource";
import { files } from "./files";
import { hasDisk } from "./instance";

const write = (text: string) => files.write(`${text}.img.gz`, gzipSync(text));
const [file, otherFile] = [write("one"), write("two")];

export const image: ChaosResource = {
  basicArguments: { file, region: "us-east" },
  argumentChanges: [
    ...[{ label: "written-KEY" }, { label: "golden" }, { label: null }, { description: "for the web" }],
    ...[{ description: null }, { timeouts: { create: "3m", update: "3m", delete: "3m" } }],
    ...[{ file: otherFile }, { region: "us-central" }],
  ],
  ignorable: ["label"],
  secrets: [],
  references: {
    targets: ["Instance"],
    isRequired: false,
    argumentsFrom: ({ outputs: { instanceId = unknown } }, diskOf) => ({
      diskId: diskOf(instanceId) ?? unknown,
    }),
    // The disk of an instance is only known once the instance exists.
    programText: undefined,
  },
  withValidArguments: (resource, target) =>
    target === undefined || !hasDisk(target)
      ? { ...resource, refersTo: undefined }
      : without(resource, "file", "region"),
  objects: {
    kind: "image",
    path: "/images",
    // The service keeps an automatic image of a deleted instance, until it expires.
    existing: ({ images }) => images.filter(({ is_public, type }) => !is_public && type !== "automatic"),
    externalDelete: (imageId) => ({ kind: "image_delete", imageId }),
    externalChange: (imageId, kind) => ({
      ...{ kind: "image_change", imageId },
      patch: kind === "label" ? { label: "Renamed" } : { description: "changed" },
    }),
  },
  liveArguments(world, id) {
    const found = world.images.find((one) => one.id === id);
    return found ? { label: found.label, description: found.description, status: found.status } : null;
  },
  operations: {
    group: "images",
    creates: ["images.create", "images.upload"],
    changes: ["images.update", "images.delete"],
  },
};
