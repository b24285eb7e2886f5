import type { ResourceClass } from "../../resources/resource-class";

/** The events that concern the objects of one class. */
interface ClassEvents {
  readonly entity: EntityForm;
  /**
   * Matches the actions that can change its objects by their first word. Actions that this version does not know have the brand's word in
   * place of `node`.
   */
  readonly concerning: RegExp;
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Actions that also change a particular field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** How events name an object (section 2.13). */
export interface EntityForm {
  /** Its name in `entity.type`. The interface does not list these names. */
  readonly word: (brand: string) => string;
  /** Its path in `entity.url`, up to the id. */
  readonly path: (brand: string) => string;
  /** The format of its ids. */
  readonly id: RegExp;
}

const instanceEntity: EntityForm = {
  word: (brand) => brand,
  path: (brand) => `${brand}/instances/`,
  id: /^\d+/,
};

const instanceActions = /^(node|backups|disk|host|lassie|lish|ipaddress|tag|entity_transfer)_/;

/** Section 6 lists the actions. It links only `payment_method_add` with an operation; the others are matched by name. */
export const classEvents: Readonly<Record<ResourceClass, ClassEvents>> = {
  Instance: {
    entity: instanceEntity,
    concerning: instanceActions,
    created: ["node_create", "node_clone"],
    deleted: ["node_delete"],
    changed: ["node_update"],
    fields: {
      status: [
        ...["node_shutdown", "node_reboot", "node_rebuild", "node_resize", "node_migrate", "node_boot"],
        ...["host_reboot", "lassie_reboot", "backups_restore"],
      ],
      type: ["node_resize", "node_resize_create", "node_mutate", "node_mutate_create"],
      image: ["node_rebuild"],
      region: ["node_migrate", "node_migrate_datacenter", "node_migrate_datacenter_create"],
      backupsEnabled: ["backups_enable", "backups_cancel"],
      privateIp: ["node_addip", "node_deleteip", "ipaddress_update"],
      ipv4: ["node_addip", "node_deleteip", "ipaddress_update"],
    },
  },
  BackupSchedule: {
    entity: instanceEntity,
    concerning: instanceActions,
    created: ["backups_enable", "node_create"],
    deleted: ["backups_cancel", "node_delete"],
    changed: ["node_update"],
    fields: { enabled: ["backups_enable", "backups_cancel"] },
  },
  Image: {
    entity: { word: () => "image", path: () => "images/", id: /^[^/?]+\/[^/?]+/ },
    concerning: /^(image_|disk_imagize$)/,
    created: ["disk_imagize", "image_upload"],
    deleted: ["image_delete"],
    changed: ["image_update"],
    fields: {},
  },
  OAuthClient: {
    entity: { word: () => "oauth_client", path: () => "account/oauth-clients/", id: /^[^/?]+/ },
    concerning: /^oauth_client_/,
    created: ["oauth_client_create"],
    deleted: ["oauth_client_delete"],
    changed: ["oauth_client_update"],
    fields: { secret: ["oauth_client_secret_reset"], secretVersion: ["oauth_client_secret_reset"] },
  },
  PaymentMethod: {
    entity: { word: () => "payment_method", path: () => "account/payment-methods/", id: /^\d+/ },
    concerning: /^(payment_method|credit_card)_/,
    created: ["payment_method_add"],
    deleted: [],
    changed: [],
    fields: {},
  },
};
