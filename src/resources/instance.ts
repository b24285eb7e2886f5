import * as pulumi from "@pulumi/pulumi";
import type { Instance as Live } from "../client";
import type { CommonInputs } from "../lifecycle";
import {
  type ArgsOf,
  type DeclarationOf,
  numberOf,
  optionsOf,
  outputsOf,
  propertiesOf,
  typeToken,
} from "./declare";
import { instanceFields } from "./instance.fields";
import { knowLastingOutputs, type LastingOutputs } from "./lasting-outputs";

/**
 * What an instance is declared with. Sections 2.1 and 4.1 of the interface.
 *
 * One of four things can be deployed: an `image` (with or without a script), a backup (`backupId`), or another instance
 * (`cloneFrom`); without any of them the instance is empty and stays `offline`.
 */
export interface InstanceInputs extends CommonInputs {
  /**
   * Id of an existing instance to take over instead of creating one. Create-only arguments become optional; one that can be
   * read and differs is an error. What can be changed in place is set as declared, and nothing is reset. While it is
   * set, changes that would replace the instance are refused. Remove it when the instance is in the state.
   */
  readonly adopt?: number;
  /** Id of the region to deploy to, for example from `getRegion`. Required but with `adopt` and `cloneFrom`, where the source's is the default. A change replaces the instance. */
  readonly region?: string;
  /** Id of the instance type to deploy. Required but with `adopt` and `cloneFrom`, where the source's is the default. A change replaces the instance. */
  readonly type?: string;
  /** Id of the image to deploy the disk from, for example from `getImage({ label: "Debian 12" })`. A change replaces the instance. */
  readonly image?: string;
  /**
   * Root password, 7 to 128 characters. Required with `image`, unless the service takes `authorizedKeys` or `authorizedUsers`
   * instead; not accepted with a backup or a clone, which bring their own. Always secret; the service never gives it back. A change replaces the instance.
   */
  readonly rootPass?: string;
  /**
   * Public SSH keys for the root user. Recommended with `image`. The service sets them at creation only: a change is noted,
   * with a warning, and takes effect when the instance is next replaced.
   */
  readonly authorizedKeys?: readonly string[];
  /** Names of users whose SSH keys the root user gets. As `authorizedKeys`, set at creation only; their order does not matter. */
  readonly authorizedUsers?: readonly string[];
  /** Id of a backup of another instance to deploy from; the type must be large enough for it. A change replaces the instance. */
  readonly backupId?: number;
  /** Another instance to copy: its disks and configurations are copied, and its tags where `tags` are not declared. A change replaces the instance. */
  readonly cloneFrom?: CloneSource;
  /**
   * Whether the backup service is on, which is charged for. True enables it in place, and again when somebody has cancelled
   * it. False after true cancels it, which deletes every backup for good; a service that somebody else has enabled is
   * left on, with a warning. Default: not managed.
   */
  readonly backupsEnabled?: boolean;
  /**
   * Whether the instance runs. True boots it when it has powered off. False leaves it off after creation; the interface has no
   * operation that shuts an instance down, so one that runs is left running. Default: true where there is
   * something to boot.
   */
  readonly booted?: boolean;
  /** Id of the configuration to boot. Needed only where there are several and none was booted before. */
  readonly configId?: number;
  /** Whether to assign a private IPv4 address as well. A change replaces the instance. */
  readonly privateIp?: boolean;
  /** Id of the deployment script to run; needs an `image` that is compatible with it. A change replaces the instance. */
  readonly stackscriptId?: number;
  /** Answers to the fields that the deployment script asks for. Always secret. A change replaces the instance. */
  readonly stackscriptData?: Readonly<Record<string, unknown>>;
  /** Size of the swap disk when deploying from an image; ignored otherwise. Unit: not specified. Default: 512. A change replaces the instance. */
  readonly swapSize?: number;
  /**
   * Network interfaces in order, at most 3; an empty list gives a default public one. Virtual networks work only in regions
   * with that capability. A change replaces the instance.
   */
  readonly interfaces?: readonly InstanceInterface[];
  /** Group label. Deprecated by the service: use `tags`. Changed in place. */
  readonly group?: string;
  /**
   * Name shown to people, 3 to 64 characters, unique where the service asks for that. Changed in place. Default: the
   * resource's name and seven random characters. A written label makes a replacement delete the old instance first.
   */
  readonly label?: string;
  /** Tags, a set whatever order and case. Changing them requires an unrestricted user. Changed in place. Default: not managed. */
  readonly tags?: readonly string[];
  /** Thresholds at which the service warns; those that are left out are not managed. Units, bounds and defaults: not specified. Changed in place. */
  readonly alerts?: InstanceAlertsInputs;
  /** Whether the service reboots the instance when it powers off without a shutdown job; it gives up after more than 5 boot jobs within 15 minutes. Changed in place. Default: not managed. */
  readonly watchdogEnabled?: boolean;
}

export interface CloneSource {
  /** Id of the instance to copy. At most five copies of one instance are made at a time. */
  readonly instanceId: number;
  /** Ids of the disks to copy. Default: all. */
  readonly disks?: readonly number[];
  /** Ids of the configurations to copy. Default: all. */
  readonly configs?: readonly number[];
}

export interface InstanceInterface {
  /** What the interface is for. Allowed values: not specified. */
  readonly purpose?: string;
  /** Name of the virtual network it attaches to; null or empty for a public one. */
  readonly label?: string | null;
  /** Its address within the virtual network; null or empty for none. */
  readonly ipamAddress?: string | null;
  /** Further fields are passed on as written. */
  readonly [further: string]: unknown;
}

export interface InstanceAlertsInputs {
  /** CPU threshold. Unit and bounds: not specified. */
  readonly cpu?: number;
  /** Disk input and output threshold. Unit and bounds: not specified. */
  readonly io?: number;
  /** Incoming traffic threshold. Unit and bounds: not specified. */
  readonly networkIn?: number;
  /** Outgoing traffic threshold. Unit and bounds: not specified. */
  readonly networkOut?: number;
  /** Transfer quota threshold. Unit and bounds: not specified. */
  readonly transferQuota?: number;
}

/** The arguments of an `Instance`. */
export type InstanceArgs = ArgsOf<InstanceInputs>;

/** The thresholds as the service returns them. Units: not specified. */
export type InstanceAlerts = Required<InstanceAlertsInputs>;

/** What the instance's type gives it. Units: not specified. */
export interface InstanceSpecs {
  readonly disk: number;
  readonly memory: number;
  readonly transfer: number;
  readonly vcpus: number;
}

/** The state of the backup service. */
export interface InstanceBackups {
  readonly enabled: boolean;
  /** When a backup last succeeded; null when none has. */
  readonly lastSuccessful: string | null;
  /** Null values mean that it is not set yet. */
  readonly schedule: { readonly day: string | null; readonly window: string | null };
}

/**
 * A compute instance, which is charged for while it exists. Creating waits until it is `running`, or `offline` where there is
 * nothing to boot or `booted` is false. Deleting releases its addresses and deletes its disks and backups for good.
 */
export class Instance extends pulumi.CustomResource {
  /** The id as a number, for arguments of other resources. */
  declare public readonly instanceId: pulumi.Output<number>;
  /** The name shown to people. */
  declare public readonly label: pulumi.Output<string>;
  /** Group label. */
  declare public readonly group: pulumi.Output<string>;
  /** Tags as the service returns them. */
  declare public readonly tags: pulumi.Output<string[]>;
  /** Id of the region it is in. */
  declare public readonly region: pulumi.Output<string>;
  /** Id of its type. */
  declare public readonly type: pulumi.Output<string>;
  /** Id of the image it was deployed from; null when it was not. */
  declare public readonly image: pulumi.Output<string | null>;
  /** What it was doing when it was last read: `running`, `offline`, ... (section 3.1). */
  declare public readonly status: pulumi.Output<string>;
  /** The virtualisation technology of its host: `kvm`. */
  declare public readonly hypervisor: pulumi.Output<string>;
  /** Its IPv4 addresses: a public one, and a private one where that was asked for. */
  declare public readonly ipv4: pulumi.Output<string[]>;
  /** Its own IPv6 address with prefix length 128; null when none is assigned. */
  declare public readonly ipv6: pulumi.Output<string | null>;
  /** What its type gives it. */
  declare public readonly specs: pulumi.Output<InstanceSpecs>;
  /** Thresholds at which the service warns. */
  declare public readonly alerts: pulumi.Output<InstanceAlerts>;
  /** The state of the backup service. */
  declare public readonly backups: pulumi.Output<InstanceBackups>;
  /** Whether the shutdown watchdog is on. */
  declare public readonly watchdogEnabled: pulumi.Output<boolean>;
  /** When it was created, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** When it was last changed, in UTC. */
  declare public readonly updated: pulumi.Output<string>;

  /** Reads an instance that exists, by its id, without managing it. */
  public static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): Instance {
    return new Instance(name, undefined, { ...options, id });
  }

  public static override isInstance(value: unknown): value is Instance {
    return pulumi.CustomResource.isInstance(value) && value instanceof Instance;
  }

  /** @param args Left out by `get` only. */
  constructor(name: string, args?: InstanceArgs, options?: pulumi.CustomResourceOptions) {
    super(
      typeToken(declaration),
      name,
      propertiesOf(declaration, name, args, options),
      optionsOf(declaration, options),
    );
    this.instanceId = numberOf(this.id);
    knowLastingOutputs(this, lastingOutputs);
  }
}

const declaration: DeclarationOf<Instance, InstanceInputs, Live> = {
  lifecycle: "instance",
  type: "Instance",
  fields: instanceFields,
  outputs: {
    instanceId: "id",
    label: "stable",
    group: "stable",
    tags: "stable",
    region: "stable",
    type: "stable",
    image: "stable",
    status: "changing",
    hypervisor: "stable",
    ipv4: "stable",
    ipv6: "stable",
    specs: "stable",
    alerts: "stable",
    backups: "changing",
    watchdogEnabled: "stable",
    created: "stable",
    updated: "changing",
  },
  keptSecrets: [],
};

const lastingOutputs: LastingOutputs = {
  names: outputsOf(declaration, "stable"),
  list: (client, options) => client.instances.list.all(options),
  shape: (operations) => operations.instances.view.answer,
};
