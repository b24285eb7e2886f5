/** The resource classes of this package. */
export const resourceClasses = [
  "BackupSchedule",
  "Image",
  "Instance",
  "OAuthClient",
  "PaymentMethod",
] as const;

export type ResourceClass = (typeof resourceClasses)[number];

const names: ReadonlySet<string> = new Set(resourceClasses);

export function isResourceClass(type: string): type is ResourceClass {
  return names.has(type);
}
