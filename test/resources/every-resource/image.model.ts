import fc from "fast-check";
import type { Image } from "../../../src/client";
import { created, type ModelFields, type ModelType, text, textOrNull } from "../../drift/worlds/model-type";

const imageFields: ModelFields<Image> = {
  label: { values: text, read: (i) => i.label, write: (i, value) => ({ ...i, label: String(value) }) },
  description: {
    values: fc.oneof(text, fc.constant(null)),
    read: (i) => i.description,
    write: (i, value) => ({ ...i, description: textOrNull(value) }),
  },
};

const image = (index: number, status: string, kind: "own" | "public" | "automatic"): Image => ({
  ...{ id: `${kind === "public" ? "node" : "private"}/${index}`, label: "", description: null },
  ...{ created, updated: created, created_by: "me", deprecated: false },
  ...{ eol: null, expiry: null, is_public: kind === "public", size: 1, status, vendor: null },
  type: kind === "automatic" ? "automatic" : "manual",
});

const imageStatus = fc.constantFrom("available", "available", "available", "creating");
const imageKind = fc.constantFrom("own" as const, "own" as const, "public" as const, "automatic" as const);

const isOwnImage = (live: Image) => !live.is_public && live.type !== "automatic";

export const imageModel: ModelType<Image> = {
  objects: {
    ...{ path: "/v4/images", max: 3 },
    any: (index) => fc.tuple(imageStatus, imageKind).map(([status, kind]) => image(index, status, kind)),
  },
  fields: imageFields,
  isRecordable: isOwnImage,
  isManageable: isOwnImage,
  isMoving: ({ status }) => status === "creating",
};
