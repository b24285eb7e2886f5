import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Instance } from "pulumi-nodecloud";

export interface WebClusterArgs {
  /** How many instances the cluster has. */
  count: number;
  region: pulumi.Input<string>;
  /** Id of the image. Another image replaces the instances. */
  image: pulumi.Input<string>;
  type: pulumi.Input<string>;
  /** Root password of the instances. Secret. */
  rootPass: pulumi.Input<string>;
  /** Tags besides the cluster's name. Default: none. */
  tags?: string[];
  /** When backups are taken. Default: never. */
  backups?: { day: string; window: string };
}

/** Identical instances that are tagged with the cluster's name, and their backups. */
export class WebCluster extends pulumi.ComponentResource {
  /** The public address of each instance. */
  readonly addresses: pulumi.Output<string[]>;

  constructor(name: string, args: WebClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super("examples:index:WebCluster", name, {}, options);
    const { count, region, image, type, rootPass, tags = [], backups } = args;

    const instances = Array.from({ length: count }, (_, index) => {
      const instance = new Instance(
        `${name}-${index + 1}`,
        { region, image, type, rootPass, tags: [name, ...tags] },
        { parent: this },
      );
      if (backups) {
        new BackupSchedule(
          `${name}-${index + 1}`,
          { instanceId: instance.instanceId, ...backups },
          { parent: this },
        );
      }
      return instance;
    });

    this.addresses = pulumi.all(instances.map(({ ipv4 }) => ipv4.apply(([first]) => first)));
    this.registerOutputs({ addresses: this.addresses });
  }
}
