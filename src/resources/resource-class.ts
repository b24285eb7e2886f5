/** The resource classes of this package, each with the export of `pulumi-nodecloud/provider` that runs its resources. */
export const providerExports = {
  BackupSchedule: "backupSchedule",
  Image: "image",
  Instance: "instance",
  OAuthClient: "oauthClient",
  PaymentMethod: "paymentMethod",
} as const;

export type ResourceClass = keyof typeof providerExports;

export const resourceClasses: readonly ResourceClass[] = Object.keys(providerExports).filter(isResourceClass);

export function isResourceClass(type: string): type is ResourceClass {
  return Object.hasOwn(providerExports, type);
}
