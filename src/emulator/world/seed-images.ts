import { seedNames } from "../well-known";
import { millisecondsPerDay } from "./moment";
import type { ImageRecord } from "./records";
import type { SeedContext } from "./seed-context";

interface PublicImage {
  readonly name: string;
  readonly label: string;
  readonly vendor: string;
  readonly created: number;
  readonly size: number;
  readonly deprecated?: true;
  readonly eol?: number;
}

/** An older and a newer image of most vendors. One is deprecated, and some have an end of life. */
const publicImages: readonly PublicImage[] = [
  { name: "alma8", label: "AlmaLinux 8", vendor: "AlmaLinux", created: Date.UTC(2021, 2, 30), size: 1300 },
  {
    name: "alma9",
    label: "AlmaLinux 9",
    vendor: "AlmaLinux",
    created: Date.UTC(2022, 1, 26),
    size: 1500,
    eol: Date.UTC(2032, 4, 31),
  },
  { name: "alpine3.15", label: "Alpine 3.15", vendor: "Alpine", created: Date.UTC(2021, 10, 24), size: 300 },
  {
    name: "debian9",
    label: "Debian 9",
    vendor: "Debian",
    created: Date.UTC(2017, 5, 18),
    size: 1100,
    deprecated: true,
    eol: Date.UTC(2022, 5, 30),
  },
  {
    name: "debian11",
    label: "Debian 11",
    vendor: "Debian",
    created: Date.UTC(2021, 7, 14),
    size: 1300,
    eol: Date.UTC(2026, 5, 30),
  },
  { name: "debian12", label: "Debian 12", vendor: "Debian", created: Date.UTC(2022, 1, 10), size: 1300 },
  { name: "fedora35", label: "Fedora 35", vendor: "Fedora", created: Date.UTC(2021, 10, 2), size: 1900 },
  {
    name: "ubuntu20.04",
    label: "Ubuntu 20.04 LTS",
    vendor: "Ubuntu",
    created: Date.UTC(2020, 3, 23),
    size: 2500,
    eol: Date.UTC(2025, 3, 30),
  },
  {
    name: "ubuntu22.04",
    label: "Ubuntu 22.04 LTS",
    vendor: "Ubuntu",
    created: Date.UTC(2022, 2, 1),
    size: 3500,
  },
];

/** Images for cluster nodes, which the service also lists as images of the vendor. */
const clusterImages: readonly PublicImage[] = [
  {
    name: "debian11-kube-v1.24.8",
    label: "Debian 11 Kubernetes v1.24.8",
    vendor: "Debian",
    created: Date.UTC(2022, 2, 14),
    size: 2900,
  },
  {
    name: "debian11-kube-v1.25.4",
    label: "Debian 11 Kubernetes v1.25.4",
    vendor: "Debian",
    created: Date.UTC(2022, 2, 18),
    size: 2900,
  },
];

/** No action is in progress. */
const idle = { upload: null, event_id: null, epoch: 0 } as const;

/** The public images, which every account has, and a private one of the first account. */
export function seedImages({ account, brand, time, hasClusterImages }: SeedContext): ImageRecord[] {
  const listed = hasClusterImages ? [...publicImages, ...clusterImages] : publicImages;
  const shared = listed.map(
    (image): ImageRecord => ({
      id: `${brand.word}/${image.name}`,
      label: image.label,
      description: null,
      created: image.created,
      updated: image.created,
      created_by: brand.word,
      deprecated: image.deprecated ?? false,
      eol: image.eol ?? null,
      expiry: null,
      is_public: true,
      size: image.size,
      status: "available",
      type: "manual",
      vendor: image.vendor,
      ...idle,
    }),
  );
  if (account === "second") return shared;
  const own: ImageRecord = {
    id: seedNames.privateImage,
    label: "golden",
    description: "An image of the account's own.",
    created: time - millisecondsPerDay,
    updated: time - millisecondsPerDay,
    created_by: seedNames.unrestrictedUser,
    deprecated: false,
    eol: null,
    expiry: null,
    is_public: false,
    size: 2000,
    status: "available",
    type: "manual",
    vendor: null,
    ...idle,
  };
  return [...shared, own];
}
