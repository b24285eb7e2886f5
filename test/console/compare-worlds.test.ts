import { compareWorlds } from "../../src/console/model/compare-worlds";
import { newOAuthClient, startService } from "../emulator/service";

it("finds nothing between two exports of one world", () => {
  const service = startService();
  const before = service.control.world();
  service.control.clock.advance(1000);
  expect(compareWorlds(before, service.control.world())).toEqual([]);
});

it("finds added, removed and changed records in all accounts, with the emulator's own tables last", async () => {
  const service = startService();
  const kept = await service.createEmptyInstance({ label: "kept" });
  const removed = await service.createEmptyInstance({ label: "removed" });
  const before = service.control.world();
  service.control.changeInstance(kept.id, { tags: ["new"], label: "renamed" });
  service.control.externalChange({ kind: "instance_delete", instanceId: removed.id });
  await service.post("/account/oauth-clients", newOAuthClient);
  await service.put("/account", { company: "Example" });
  service.control.externalChange({ kind: "login", username: "partner", account: 2 });
  const differences = compareWorlds(before, service.control.world());
  const named = (name: string) => differences.find(({ table }) => table === name)!;
  expect(named("instances")).toEqual({
    table: "instances",
    added: [],
    removed: [{ key: String(removed.id), label: "removed", record: before.instances[1] }],
    changed: [
      {
        key: String(kept.id),
        label: "renamed",
        fields: [
          { path: "label", before: "kept", after: "renamed" },
          { path: "tags", before: [], after: ["new"] },
        ],
      },
    ],
  });
  expect(named("oauth_clients").added).toMatchObject([
    { label: "portal", record: { redirect_uri: newOAuthClient.redirect_uri } },
  ]);
  expect(named("account").changed).toMatchObject([
    { key: "", fields: [{ path: "company", after: "Example" }] },
  ]);
  expect(named("account 2: logins").added).toHaveLength(1);
  expect(differences.at(-1)!.table).toBe("numbers");
  expect(differences.map(({ table }) => table)).not.toContain("time");
});

it("compares worlds of which one has fewer accounts, and values that are not worlds", () => {
  const world = { instances: [{ id: 1 }], other_accounts: [{ images: [{ id: "private/1" }] }] };
  expect(compareWorlds({ instances: [{ id: 1 }] }, world)).toMatchObject([
    { table: "account 2: images", added: [{ key: "private/1" }] },
  ]);
  expect(compareWorlds(world, null)).toMatchObject([
    { table: "instances", removed: [{ key: "1" }] },
    { table: "account 2: images", removed: [{ key: "private/1" }] },
  ]);
});
