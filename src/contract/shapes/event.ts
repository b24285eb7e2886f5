import { z } from "zod";
import { dateTime, filterable, integerId } from "../meta";

/** The statuses of section 3.6. */
export const eventStatuses = ["failed", "finished", "notification", "scheduled", "started"] as const;

/** The actions of section 6, in its order. The operator may add actions at any time. */
export const eventActions = [
  ...["account_update", "account_settings_update", "backups_enable", "backups_cancel", "backups_restore"],
  ...["community_question_reply", "community_like", "credit_card_updated", "disk_create", "disk_delete"],
  ...["disk_update", "disk_duplicate", "disk_imagize", "disk_resize", "dns_record_create"],
  ...["dns_record_delete", "dns_record_update", "dns_zone_create", "dns_zone_delete", "dns_zone_import"],
  ...["dns_zone_update", "entity_transfer_accept", "entity_transfer_cancel", "entity_transfer_create"],
  ...["entity_transfer_fail", "entity_transfer_stale", "firewall_create", "firewall_delete"],
  ...["firewall_disable", "firewall_enable", "firewall_update", "firewall_device_add"],
  ...["firewall_device_remove", "host_reboot", "image_delete", "image_update", "image_upload"],
  ...["ipaddress_update", "lassie_reboot", "lish_boot", "node_addip", "node_boot", "node_clone"],
  ...["node_create", "node_delete", "node_update", "node_deleteip", "node_migrate"],
  ...["node_migrate_datacenter", "node_migrate_datacenter_create", "node_mutate", "node_mutate_create"],
  ...["node_reboot", "node_rebuild", "node_resize", "node_resize_create", "node_shutdown", "node_snapshot"],
  ...["node_config_create", "node_config_delete", "node_config_update", "lke_node_create"],
  ...["longviewclient_create", "longviewclient_delete", "longviewclient_update", "managed_disabled"],
  ...["managed_enabled", "managed_service_create", "managed_service_delete", "nodebalancer_create"],
  ...["nodebalancer_delete", "nodebalancer_update", "nodebalancer_config_create"],
  ...["nodebalancer_config_delete", "nodebalancer_config_update", "nodebalancer_node_create"],
  ...["nodebalancer_node_delete", "nodebalancer_node_update", "oauth_client_create"],
  ...["oauth_client_delete", "oauth_client_secret_reset", "oauth_client_update", "password_reset"],
  ...["payment_method_add", "payment_submitted", "profile_update", "stackscript_create"],
  ...["stackscript_delete", "stackscript_update", "stackscript_publicize", "stackscript_revise"],
  ...["tag_create", "tag_delete", "tfa_disabled", "tfa_enabled", "ticket_attachment_upload"],
  ...["ticket_create", "ticket_update", "token_create", "token_delete", "token_update", "user_create"],
  ...["user_update", "user_delete", "user_ssh_key_add", "user_ssh_key_delete", "user_ssh_key_update"],
  ...["vlan_attach", "vlan_detach", "volume_attach", "volume_clone", "volume_create", "volume_delete"],
  ...["volume_update", "volume_detach", "volume_resize"],
] as const;

export const entity = z
  .object({
    id: z.union([z.number(), z.string()]).describe("Id of the object."),
    label: z.string().nullable().describe("Its label."),
    type: z.string().describe("Its kind."),
    url: z.string().describe("Its address in the service."),
  })
  .meta({
    id: "Entity",
    description: "The object that an event, a notification or a maintenance window concerns.",
  });

/** An event as the service returns it: section 2.13. */
export const event = z
  .object({
    id: filterable(integerId.describe("The number that identifies the event.")),
    action: filterable(
      z
        .enum(eventActions)
        .meta({ brandedValues: true })
        .describe("The action that was carried out (section 6). New actions may appear at any time."),
    ),
    created: filterable(dateTime.describe("When it was logged.")),
    duration: z.number().nullable().describe("Duration in seconds; null if it was not measured."),
    entity: entity.nullable().describe("The object of the action; null if that is the account."),
    secondary_entity: entity.nullable().describe("A second object that took part; null if there is none."),
    message: z.string().nullable().describe("Further details, for example why it failed."),
    percent_complete: z.int().nullable().describe("Estimated progress in percent; null if unknown."),
    rate: z.string().nullable().describe("Completion rate, for some events only."),
    read: z.boolean().describe("Whether it was marked as read."),
    seen: z.boolean().describe("Whether it was marked as seen."),
    status: z.enum(eventStatuses).describe("Its status (section 3.6)."),
    time_remaining: z
      .union([z.string(), z.number()])
      .nullable()
      .describe("Time left, for some migrations only, as a string or a number."),
    username: z.string().nullable().describe("Name of the user who caused it."),
  })
  .meta({ id: "Event", description: "An entry of the event log (section 2.13)." });
