import { getImage, getImages } from "pulumi-nodecloud";

export const exact = getImage({ label: "Debian 12" }).then(({ id }) => id);
// The pattern excludes images for cluster nodes, such as debian11-kube-v1.24.8.
export const newest = getImage({ label: /^Debian \d+$/, deprecated: false, mostRecent: true }).then(
  ({ label }) => label,
);
export const privateImageCount = getImages({ public: false }).then((images) => images.length);
