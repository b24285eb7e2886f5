import * as pulumi from "@pulumi/pulumi";
import type { Instance as Live } from "../client";
import type { DeclarationOf } from "./declaration";
import type { InstanceArgsFor } from "./instance.args";
import { instanceFields } from "./instance.fields";
import type { InstanceAlertsInputs, InstanceArgs, InstanceInputs } from "./instance.inputs";
import { type PreviewSource, resolveInPreviews } from "./preview-outputs";
import { registrationOf } from "./registration";

/** Thresholds at which the service sends alerts. Units: not specified. */
export type InstanceAlerts = Required<InstanceAlertsInputs>;

/** The resources of an instance, which its type determines. Units: not specified. */
export interface InstanceSpecs {
  /** Disk space. */
  readonly disk: number;
  /** Memory. */
  readonly memory: number;
  /** Network transfer that is included. */
  readonly transfer: number;
  /** Number of virtual CPUs. */
  readonly vcpus: number;
}

/** The backup service of an instance. */
export interface InstanceBackups {
  /** Whether it is enabled. */
  readonly enabled: boolean;
  /** Time of the last successful backup, in UTC; null if there is none. */
  readonly lastSuccessful: string | null;
  /** Day of the week and time window of the backups; null while they are not set. */
  readonly schedule: { readonly day: string | null; readonly window: string | null };
}

class Instance extends pulumi.CustomResource {
  /** The id as a number, for arguments of other resources. */
  declare public readonly instanceId: pulumi.Output<number>;
  /** Display name. */
  declare public readonly label: pulumi.Output<string>;
  /** Group label. */
  declare public readonly group: pulumi.Output<string>;
  /** Tags, as the service returns them. */
  declare public readonly tags: pulumi.Output<string[]>;
  /** Id of the region. */
  declare public readonly region: pulumi.Output<string>;
  /** Id of the instance type. */
  declare public readonly type: pulumi.Output<string>;
  /** Id of the image that the instance was deployed from; null if there was none. */
  declare public readonly image: pulumi.Output<string | null>;
  /** Status as of the last read: `running`, `offline`, ... (section 3.1). */
  declare public readonly status: pulumi.Output<string>;
  /** Virtualization technology of the host: `kvm`. */
  declare public readonly hypervisor: pulumi.Output<string>;
  /** IPv4 addresses: a public one, and a private one if `privateIp` is set. */
  declare public readonly ipv4: pulumi.Output<string[]>;
  /** IPv6 address with prefix length 128; null if none is assigned. */
  declare public readonly ipv6: pulumi.Output<string | null>;
  /** Disk, memory, transfer and CPUs. */
  declare public readonly specs: pulumi.Output<InstanceSpecs>;
  /** Alert thresholds. */
  declare public readonly alerts: pulumi.Output<InstanceAlerts>;
  /** The backup service, as of the last read. */
  declare public readonly backups: pulumi.Output<InstanceBackups>;
  /** Whether the shutdown watchdog is enabled. */
  declare public readonly watchdogEnabled: pulumi.Output<boolean>;
  /** Creation time, in UTC. */
  declare public readonly created: pulumi.Output<string>;
  /** Time of the last change, in UTC. */
  declare public readonly updated: pulumi.Output<string>;

  /** Reads an existing instance by its id, without managing it. */
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

  constructor(name: string, args?: InstanceArgs, options?: pulumi.CustomResourceOptions) {
    super(...registrationOf(declaration, name, args, options));
    resolveInPreviews(this, declaration, options);
  }
}

/** The type of the class `Instance`, which the compiler names in the declarations of programs. */
export interface InstanceClass extends Pick<typeof Instance, keyof typeof Instance> {
  new <Given extends InstanceArgsFor<Given> = InstanceArgs>(
    name: string,
    args: Given,
    options?: pulumi.CustomResourceOptions,
  ): Instance;
}

/**
 * A compute instance, which is charged for while it exists. Creating waits until it is `running`, or `offline` if it is empty or
 * `booted` is false. Deleting it releases its addresses and permanently deletes its disks and backups.
 */
const PublicInstance: InstanceClass = Instance;
type PublicInstance = Instance;

export { PublicInstance as Instance };

const declaration: DeclarationOf<Instance, InstanceInputs, Live> & PreviewSource = {
  type: "Instance",
  fields: instanceFields,
  outputs: {
    instanceId: "numeric id",
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
  list: (client, options) => client.instances.list.all(options),
  shape: (operations) => operations.instances.view.response,
};
