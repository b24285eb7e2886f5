import { eventsOf } from "../lifecycle";

export const instanceEvents = eventsOf(
  { word: "node", path: "node/instances/" },
  {
    concerning: /^(node|backups|disk|host|lassie|lish|ipaddress|tag|entity_transfer)_/,
    created: ["node_create", "node_clone"],
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
);
