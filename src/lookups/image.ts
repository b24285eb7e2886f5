import type * as pulumi from "@pulumi/pulumi";
import type { Client, Image as Live } from "../client";
import { orUndefined, runLookup } from "./connection";
import { aLabel, labelFilter, type QueryInputs, withLabel } from "./label";
import { toText } from "./normalize";
import type { LookupOptions } from "./options";
import { aBoolean, aString, type RulesOf } from "./query";
import { type Filter, findAll, findById, findOne, type Kind } from "./search";
import { sharedList } from "./shared-list";

/** A public or private disk image (section 2.3). */
export interface ImageResult {
  /** Id, such as `node/debian12` (with the brand's word) or, for private images, `private/12`. */
  readonly id: string;
  /** Short title. */
  readonly label: string;
  /** Longer text; null if there is none. */
  readonly description: string | null;
  /** Creation time, in UTC. */
  readonly created: string;
  /** Time of the last change, in UTC. */
  readonly updated: string;
  /** Name of the user who created it. */
  readonly createdBy: string;
  /** Whether it is a public image that the service has deprecated. */
  readonly deprecated: boolean;
  /** Planned end of life of a public image, in UTC; null if none is planned. */
  readonly eol: string | null;
  /** Expiry time of an automatic image, in UTC; null for other images. */
  readonly expiry: string | null;
  /** Whether every account can use it. */
  readonly isPublic: boolean;
  /** Size of the smallest disk that the image fits on, in MB. */
  readonly size: number;
  /** `creating`, `pending_upload` or `available` (section 3.3). */
  readonly status: string;
  /** `manual`, or `automatic` for an image that the service created from a deleted instance. */
  readonly type: string;
  /** Vendor of the distribution; null for private images. */
  readonly vendor: string | null;
}

/** Filters, all of which must match. The package applies them to the full list. */
export interface ImageFilters {
  /** Vendor of the distribution, ignoring case. A service may list images for cluster nodes under the same vendor. */
  readonly vendor?: string;
  /** The whole label, ignoring case (`"Debian 12"`), or a regular expression (`/^Debian \d+$/`). */
  readonly label?: string | RegExp;
  /** `manual`, or `automatic` for an image that the service created from a deleted instance. */
  readonly type?: string;
  /** Whether every account can use it. */
  readonly public?: boolean;
  /** Whether the service has deprecated it. */
  readonly deprecated?: boolean;
  /** `creating`, `pending_upload` or `available` (section 3.3). */
  readonly status?: string;
}

/** The id of an image, or filters that exactly one image matches, unless `mostRecent` is set. */
export interface ImageQuery extends ImageFilters {
  /** Id of the image. With an id, the filters are ignored. */
  readonly id?: string;
  /**
   * Whether to take the newest of several matches. Images for cluster nodes, whose ids contain `kube` between hyphens
   * (`debian11-kube-v1.24.8`), are taken only if no other image matches. An image that is still being created matches too, unless `status` is
   * `available`. When a newer image matches later, instances that use the result are replaced. Default: several matches are an error.
   */
  readonly mostRecent?: boolean;
}

/**
 * Finds one image by its id or by filters. Without a token, it finds public images only.
 * @throws if none matches, or several do; the message lists the nearest ones.
 */
export async function getImage(query: ImageQuery, options?: LookupOptions): Promise<ImageResult> {
  return runLookup({ name: "getImage", query, rules: queryRules, options }, async (client, wanted) => {
    const images = await allImages(client);
    if (wanted.id !== undefined)
      return (await unlistedImage(client, images, wanted.id)) ?? findById(kind, images, wanted.id);
    const newest = wanted.mostRecent ? newestOf(findAll(images, filtersOf(wanted))) : undefined;
    return newest ?? findOne(kind, images, filtersOf(wanted));
  });
}

/** A private image that the list does not contain yet, such as one that the program has just created. */
async function unlistedImage(
  client: Client,
  images: readonly ImageResult[],
  imageId: string,
): Promise<ImageResult | undefined> {
  if (!/^private\/[^/]+$/.test(imageId) || images.some(({ id }) => id === imageId)) return undefined;
  const live = await orUndefined(client.images.view({ imageId }));
  return live && resultOf(live);
}

/** Finds all images that match the filters, newest first. Without a token, it finds public images only. */
export async function getImages(filters: ImageFilters = {}, options?: LookupOptions): Promise<ImageResult[]> {
  return runLookup(
    { name: "getImages", query: filters, rules: filterRules, options },
    async (client, wanted) => findAll(await allImages(client), filtersOf(wanted)),
  );
}

/** Same as `getImage`, with arguments that may be outputs. */
export function getImageOutput(
  query: QueryInputs<ImageQuery>,
  options?: LookupOptions,
): pulumi.Output<ImageResult> {
  const { label, ...others } = query;
  return withLabel(others, label).apply((known) => getImage(known, options));
}

/** Same as `getImages`, with arguments that may be outputs. */
export function getImagesOutput(
  filters: QueryInputs<ImageFilters> = {},
  options?: LookupOptions,
): pulumi.Output<ImageResult[]> {
  const { label, ...others } = filters;
  return withLabel(others, label).apply((known) => getImages(known, options));
}

const filterRules: RulesOf<ImageFilters> = {
  vendor: aString,
  label: aLabel,
  type: aString,
  public: aBoolean,
  deprecated: aBoolean,
  status: aString,
};
const queryRules: RulesOf<ImageQuery> = { ...filterRules, id: aString, mostRecent: aBoolean };

const kind: Kind<ImageResult> = {
  name: "image",
  idOf: ({ id }) => id,
  describe: ({ id, label, deprecated }) => `${id} (${label}${deprecated ? ", deprecated" : ""})`,
};

function filtersOf(wanted: ImageFilters): Filter<ImageResult>[] {
  const { vendor, label, type, deprecated, status } = wanted;
  const filters: Filter<ImageResult>[] = [];
  const add = (text: string, matches: (image: ImageResult) => boolean) => filters.push({ text, matches });
  if (vendor !== undefined) {
    add(`vendor ${vendor}`, (image) => image.vendor?.toLowerCase() === vendor.toLowerCase());
  }
  if (label !== undefined) filters.push(labelFilter(label));
  if (type !== undefined) add(`type ${type}`, (image) => image.type === type);
  if (wanted.public !== undefined)
    add(`public ${wanted.public}`, (image) => image.isPublic === wanted.public);
  if (deprecated !== undefined) add(`deprecated ${deprecated}`, (image) => image.deprecated === deprecated);
  if (status !== undefined) add(`status ${status}`, (image) => image.status === status);
  return filters;
}

/** The interface has no field that distinguishes images for cluster nodes from others. */
const clusterImage = /-kube(-|$)/;

/** @param images Newest first. */
function newestOf(images: readonly ImageResult[]): ImageResult | undefined {
  return images.find(({ id }) => !clusterImage.test(id)) ?? images[0];
}

const listImages = sharedList((client) => client.images.list.all());

async function allImages(client: Client): Promise<ImageResult[]> {
  return (await listImages(client))
    .map(resultOf)
    .sort((one, other) => other.created.localeCompare(one.created) || one.id.localeCompare(other.id));
}

/** Replaces nulls that the interface does not allow with empty values. */
function resultOf(live: Live): ImageResult {
  return {
    id: live.id,
    label: toText(live.label),
    description: live.description ?? null,
    created: toText(live.created),
    updated: live.updated ?? "",
    createdBy: live.created_by ?? "",
    deprecated: live.deprecated ?? false,
    eol: live.eol ?? null,
    expiry: live.expiry ?? null,
    isPublic: live.is_public ?? false,
    size: live.size ?? 0,
    status: live.status ?? "",
    type: live.type ?? "",
    vendor: toText(live.vendor) || null,
  };
}
