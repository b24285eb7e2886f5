import type { CommonInputs } from "../common-inputs";
import type { ArgsOf } from "./args";

/**
 * The arguments of an `Instance`, as known values. Sections 2.1 and 4.1 of the interface.
 *
 * An instance is deployed from an `image` (with or without a deployment script), from a backup (`backupId`) or from another
 * instance (`cloneFrom`). Without any of these it is empty and stays `offline`.
 */
export interface InstanceInputs extends CommonInputs {
  /**
   * Id of an existing instance to adopt instead of creating one. Create-only arguments become optional; one that the service
   * returns must match, or the adoption fails. Arguments that can change in place are set as declared; all others keep their
   * values. While `adopt` is set, changes that would replace the instance are refused. Remove it once the instance is in the state: that
   * changes nothing.
   */
  readonly adopt?: number;
  /**
   * Id of the region to deploy to, for example from `getRegion`. An id that the service does not list is refused. Required, except
   * with `adopt` and with `cloneFrom`. Default for a clone: the source's region. A change replaces the instance.
   */
  readonly region?: string;
  /**
   * Id of the instance type. Required, except with `adopt` and with `cloneFrom`. Default for a clone: the source's type. A change
   * replaces the instance.
   */
  readonly type?: string;
  /**
   * Id of the image to deploy the disk from, for example from `getImage({ label: "Debian 12" })`. An id that does not exist is
   * refused. Cannot be combined with `backupId` or `cloneFrom`. A change replaces the instance.
   */
  readonly image?: string;
  /**
   * Root password, 7 to 128 characters; a service may also reject weak ones. Required to create an instance with `image`, unless
   * `authorizedKeys` or `authorizedUsers` are set and the service accepts keys instead. Cannot be combined with `backupId` or `cloneFrom`,
   * which keep the source's password. Always secret, unless a transform sets it without `pulumi.secret`; the service never returns it. A
   * change replaces the instance.
   */
  readonly rootPass?: string;
  /**
   * Public SSH keys for the root user. Recommended with `image`. The service sets them at creation only: a change is
   * recorded with a warning and takes effect at the next replacement. Default: none.
   */
  readonly authorizedKeys?: readonly string[];
  /**
   * Names of users whose SSH keys the root user gets, in any order. The service sets them at creation only: a change is
   * recorded with a warning and takes effect at the next replacement. Default: none.
   */
  readonly authorizedUsers?: readonly string[];
  /**
   * Id of a backup to deploy from, for example from `getBackups`. The instance type must be large enough for it. A change replaces the
   * instance. A replacement with an explicit `label` is refused if the backup is one of the old instance, which would be deleted first. If
   * it is a backup of another instance, check that it still exists before any replacement: services delete old backups.
   */
  readonly backupId?: number;
  /**
   * The instance to clone. Arguments that a clone takes from its source, such as `image`, are refused. A change replaces the instance. A
   * create or replacement is refused if the instance to clone does not exist, or if an explicit `label` would delete it first.
   */
  readonly cloneFrom?: CloneSource;
  /**
   * Whether the backup service is enabled, which is charged for. Changed in place. True also enables it again after someone cancelled it.
   * Changing true to false cancels it, which deletes all backups permanently; a backup service that was enabled outside the program stays
   * on, with a warning. Default: not managed.
   */
  readonly backupsEnabled?: boolean;
  /**
   * Whether the instance should run. True boots it whenever it is `offline`. False leaves it `offline` after creation, but never
   * shuts a running instance down: the interface has no such operation. Default: true, unless the instance is empty; an empty one
   * cannot be created with true.
   */
  readonly booted?: boolean;
  /** Id of the configuration to boot. Required only if there are several and none was booted before. A change takes effect at the next boot. */
  readonly configId?: number;
  /** Whether the instance also gets a private IPv4 address. Default: false. A change replaces the instance. */
  readonly privateIp?: boolean;
  /** Id of the deployment script to run. Requires a compatible `image`. A change replaces the instance. */
  readonly stackscriptId?: number;
  /**
   * Answers to the fields that the deployment script asks for. Requires `stackscriptId`. Always secret, unless a transform sets them
   * without `pulumi.secret`. A change replaces the instance.
   */
  readonly stackscriptData?: Readonly<Record<string, unknown>>;
  /**
   * Size of the swap disk of an instance that is deployed from an image; ignored otherwise. Unit: not specified. Default: 512. A
   * change replaces the instance.
   */
  readonly swapSize?: number;
  /**
   * Network interfaces, in order, at most 3. Virtual networks are available only in regions with that capability. Default, and the
   * meaning of an empty list: one public interface. A change replaces the instance.
   */
  readonly interfaces?: readonly InstanceInterface[];
  /** Group label. Deprecated by the service in favor of `tags`. Changed in place. Default: not managed. */
  readonly group?: string;
  /**
   * Display name, 3 to 64 characters. The service may require it to be unique, so with an explicit label, every replacement first deletes
   * the old instance, and the resources that its new id replaces. The resource options `deleteBeforeReplace: false` and `retainOnDelete`
   * prevent that; the replacement then needs another label, and preview warns if it has the same one. To keep the old instance, set
   * `retainOnDelete` in an update before the one that replaces it: engines use the value of the option in the state. Set the option on the
   * instance itself: if a component or a transform sets it, the old instance would still be deleted first, so the replacement is refused.
   * Unless the state is in a folder, resources that depend on the instance have been deleted by then. A label that a transform sets has no
   * effect on the order either.
   *
   * An update plan (`pulumi preview --save-plan`) that creates or replaces the instance
   * requires an explicit label, because preview and `up` generate different ones. If another instance has the label, such as that of a resource
   * that was renamed without `aliases`, none is created, and preview warns. Changed in place. Default: the resource's name and seven
   * random characters.
   */
  readonly label?: string;
  /**
   * Tags. Order and case do not matter. A service may limit their length: live services accept 3 to 50 characters. Only an unrestricted
   * user can change them. Changed in place. Default: not managed; a clone gets the source's tags.
   */
  readonly tags?: readonly string[];
  /** Alert thresholds. Those that are not declared are not managed. Changed in place. */
  readonly alerts?: InstanceAlertsInputs;
  /**
   * Whether the service reboots the instance when it powers off without a shutdown job. The service gives up after more than 5
   * boot jobs within 15 minutes. Changed in place. Default: not managed.
   */
  readonly watchdogEnabled?: boolean;
}

/** The arguments of an `Instance`. */
export type InstanceArgs = ArgsOf<InstanceInputs>;

/** The instance that a clone copies. */
export interface CloneSource {
  /** Id of the instance. The service runs at most 5 clones of one instance at a time; others wait. */
  readonly instanceId: number;
  /** Ids of the disks to copy. Default: all. */
  readonly disks?: readonly number[];
  /** Ids of the configurations to copy. Default: all. */
  readonly configs?: readonly number[];
}

/** A network interface of an instance. */
export interface InstanceInterface {
  /** Kind of network. Allowed values: not specified; live services have `public`, the default interface's, `vlan` and `vpc`. */
  readonly purpose?: string;
  /** Name of the virtual network. Null and empty mean none. */
  readonly label?: string | null;
  /** Address within the virtual network. Null and empty mean none. */
  readonly ipamAddress?: string | null;
  /** Other fields are sent unchanged. */
  readonly [further: string]: unknown;
}

/** Thresholds at which the service sends alerts. Units, bounds and defaults: not specified. */
export interface InstanceAlertsInputs {
  /** CPU threshold. */
  readonly cpu?: number;
  /** Threshold for disk input and output. */
  readonly io?: number;
  /** Threshold for incoming network traffic. */
  readonly networkIn?: number;
  /** Threshold for outgoing network traffic. */
  readonly networkOut?: number;
  /** Threshold for the transfer quota. */
  readonly transferQuota?: number;
}
