import type * as pulumi from "@pulumi/pulumi";
import type { Client, Image as Live } from "../client";
import { gather, type LookupOptions, lookUp } from "./connection";
import { labelled, type QueryInputs, withLabel } from "./label";
import type { KeysOf } from "./query";
import { textIn } from "./reading";
import { type Condition, findAll, findById, findOne, type Kind } from "./search";

/** A public or private disk image (section 2.3). */
export interface ImageResult {
  /** Public ids start with the brand's word and a slash, private ones with `private/`. */
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly created: string;
  readonly updated: string;
  readonly createdBy: string;
  readonly deprecated: boolean;
  /** Planned end of life of a public image; null when none is planned. */
  readonly eol: string | null;
  /** When it expires; only automatic images do. */
  readonly expiry: string | null;
  readonly isPublic: boolean;
  /** The smallest disk it can be deployed to, in MB. */
  readonly size: number;
  /** `creating`, `pending_upload` or `available`. */
  readonly status: string;
  /** `manual` or `automatic`. */
  readonly type: string;
  /** The upstream vendor of the distribution; null for private images. */
  readonly vendor: string | null;
}

/** Conditions that all have to hold; they are applied on this side. */
export interface ImageFilters {
  /** The upstream vendor, in any case. A service may list images for the nodes of clusters under the same vendor. */
  readonly vendor?: string;
  /** The whole label in any case (`"Debian 12"`), or an expression that it matches (`/^Debian \d+$/`). */
  readonly label?: string | RegExp;
  /** `manual` or `automatic`. */
  readonly type?: string;
  readonly public?: boolean;
  readonly deprecated?: boolean;
  /** `creating`, `pending_upload` or `available`. */
  readonly status?: string;
}

/** The id of an image, or conditions that exactly one meets unless `mostRecent` is set. */
export interface ImageQuery extends ImageFilters {
  readonly id?: string;
  /**
   * Of several, take the one created last, whatever it is: where the service also lists images for the nodes of clusters, that may be
   * `debian11-kube-v1.24.8`. Say which ones are meant by their `label`, for example `/^Debian \d+$/`. A newer one that matches later
   * replaces the instances made from the older one. Default: several are an error.
   */
  readonly mostRecent?: boolean;
}

/**
 * Finds an image by its id or by what it is. Without a token, public images only.
 * @throws where none is found, or several where one was asked for; the message lists the nearest.
 */
export async function getImage(query: ImageQuery, options?: LookupOptions): Promise<ImageResult> {
  return lookUp({ name: "getImage", query, keys: queryKeys, options }, async (client, asked) => {
    const images = await allImages(client);
    if (asked.id !== undefined) return findById(kind, images, asked.id);
    const [newest] = asked.mostRecent ? findAll(images, conditionsOf(asked)) : [];
    return newest ?? findOne(kind, images, conditionsOf(asked));
  });
}

/** Finds all images that meet the conditions, the newest first. Without a token, public images only. */
export async function getImages(filters: ImageFilters = {}, options?: LookupOptions): Promise<ImageResult[]> {
  return lookUp({ name: "getImages", query: filters, keys: filterKeys, options }, async (client, asked) =>
    findAll(await allImages(client), conditionsOf(asked)),
  );
}

/** `getImage` for arguments that are outputs. */
export function getImageOutput(
  query: QueryInputs<ImageQuery>,
  options?: LookupOptions,
): pulumi.Output<ImageResult> {
  const { label, ...others } = query;
  return withLabel(others, label).apply((known) => getImage(known, options));
}

/** `getImages` for arguments that are outputs. */
export function getImagesOutput(
  filters: QueryInputs<ImageFilters> = {},
  options?: LookupOptions,
): pulumi.Output<ImageResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getImages(known, options));
}

const filterKeys: KeysOf<ImageFilters> = {
  vendor: true,
  label: true,
  type: true,
  public: true,
  deprecated: true,
  status: true,
};
const queryKeys: KeysOf<ImageQuery> = { ...filterKeys, id: true, mostRecent: true };

const kind: Kind<ImageResult> = {
  noun: "image",
  idOf: ({ id }) => id,
  describe: ({ id, label, deprecated }) => `${id} (${label}${deprecated ? ", deprecated" : ""})`,
};

function conditionsOf(filters: ImageFilters): Condition<ImageResult>[] {
  const { vendor, label, type, deprecated, status } = filters;
  const conditions: Condition<ImageResult>[] = [];
  const add = (words: string, holds: (image: ImageResult) => boolean) => conditions.push({ words, holds });
  if (vendor !== undefined) {
    add(`vendor ${vendor}`, (image) => image.vendor?.toLowerCase() === vendor.toLowerCase());
  }
  if (label !== undefined) conditions.push(labelled(label));
  if (type !== undefined) add(`type ${type}`, (image) => image.type === type);
  if (filters.public !== undefined)
    add(`public ${filters.public}`, (image) => image.isPublic === filters.public);
  if (deprecated !== undefined) add(`deprecated ${deprecated}`, (image) => image.deprecated === deprecated);
  if (status !== undefined) add(`status ${status}`, (image) => image.status === status);
  return conditions;
}

async function allImages(client: Client): Promise<ImageResult[]> {
  const images = await gather(client.images.list.all());
  return images
    .map(resultOf)
    .sort((one, other) => other.created.localeCompare(one.created) || one.id.localeCompare(other.id));
}

/** Nulls where the interface has none are read as empty. */
function resultOf(live: Live): ImageResult {
  return {
    id: live.id,
    label: textIn(live.label),
    description: live.description ?? null,
    created: textIn(live.created),
    updated: live.updated ?? "",
    createdBy: live.created_by ?? "",
    deprecated: live.deprecated ?? false,
    eol: live.eol ?? null,
    expiry: live.expiry ?? null,
    isPublic: live.is_public ?? false,
    size: live.size ?? 0,
    status: live.status ?? "",
    type: live.type ?? "",
    vendor: textIn(live.vendor) || null,
  };
}
