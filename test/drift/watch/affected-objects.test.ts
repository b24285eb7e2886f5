import type { Event } from "../../../src/client";
import { eventActions } from "../../../src/contract";
import { affectedBy } from "../../../src/drift/watch/affected-objects";

type Named = Pick<Event, "entity" | "secondary_entity">;

const nothing: Named = { entity: null, secondary_entity: null };
const instance: Named = {
  entity: { id: 5, label: "web", type: "node", url: "/v4/node/instances/5" },
  secondary_entity: null,
};
const something: Named = {
  entity: { id: 5, label: "data", type: "something", url: "/v4/somethings/5" },
  secondary_entity: null,
};

function affected(action: string, named: Named, brand = "node") {
  const { objects, types, everything } = affectedBy(
    {
      ...{ id: 1, action, created: "2026-11-22T09:00:00", duration: null, message: null, rate: null },
      ...{ percent_complete: null, read: false, seen: false, status: "notification" },
      ...{ time_remaining: null, username: null, ...named },
    },
    brand,
  );
  const rows = [...objects.map(({ type, id }) => `${type} ${id}`), ...types];
  return everything ? [...rows, "everything"] : rows;
}

it.each([
  ["node_update", instance, ["BackupSchedule 5", "Instance 5"]],
  ["backups_enable", instance, ["BackupSchedule 5", "Instance 5"]],
  ["node_update", nothing, ["BackupSchedule", "Instance"]],
  ["tag_delete", something, ["BackupSchedule", "Instance"]],
  ["entity_transfer_accept", nothing, ["BackupSchedule", "Instance"]],
  ["disk_imagize", instance, ["BackupSchedule 5", "Instance 5", "Image"]],
  ["image_upload", nothing, ["Image"]],
  ["oauth_client_delete", nothing, ["OAuthClient"]],
  ["payment_method_add", nothing, ["PaymentMethod"]],
  ["credit_card_updated", nothing, ["PaymentMethod"]],
  ["payment_submitted", nothing, []],
  ["account_update", something, []],
  ["account_update", instance, ["BackupSchedule 5", "Instance 5"]],
  ["account_update", nothing, []],
  ["a_new_action", something, []],
  ["a_new_action", instance, ["BackupSchedule 5", "Instance 5"]],
  ["a_new_action", nothing, ["everything"]],
  ["a_new_action", { entity: null, secondary_entity: something.entity }, []],
  ["node_new_action", nothing, ["BackupSchedule", "Instance"]],
] as const)(
  "%s affects the objects that it names, else those that its action concerns",
  (action, named, expected) => {
    expect(affected(action, named)).toEqual(expected);
  },
);

it("understands new actions with the operator's word", () => {
  expect(affected("acme_new_action", nothing, "acme")).toEqual(["BackupSchedule", "Instance"]);
  expect(affected("node_new_action", nothing, "acme")).toEqual(["BackupSchedule", "Instance"]);
  expect(affected("other_new_action", nothing, "acme")).toEqual(["everything"]);
});

it("treats no action of the interface as one that may have changed anything", () => {
  for (const action of eventActions) expect(affected(action, nothing)).not.toContain("everything");
});
