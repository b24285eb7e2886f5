import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../src/drift";
import type { RecordedStack } from "../../../src/drift/recorded-stack";
import { intentFiles } from "../../../src/lifecycle";
import { TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { declareAll } from "../../resources/declare-all";
import { createOtherInstance } from "../../resources/every-resource/other-instance";
import { recordedStackOf, scan } from "../scan/recorded";

describe("unmanaged objects with one label", () => {
  const label = "backup";
  const nameOf = ({ actions }: Finding) => /^new \w+\("(.+)", \{/.exec(actions[0]?.text ?? "")?.[1];

  /** The printed names of two images of the same label, next to the stack's own resources. */
  async function namesOf(own: Partial<RecordedStack> = {}, env: NodeJS.ProcessEnv = {}) {
    const stack = new TestStack();
    const diskId = (await createOtherInstance(stack)).disks[0] ?? 0;
    await stack.up(declareAll("Image", { [label]: { diskId, label: "own" } }));
    for (let at = 0; at < 2; at += 1) {
      await advanceUntilIdle(stack);
      await stack.clock.run(stack.services().client.images.create({ disk_id: diskId, label }));
      await stack.clock.advance(60_000);
    }
    const { findings } = await scan(stack, { types: ["Image"], env }, [recordedStackOf(stack, own)]);
    const unmanaged = findings.filter((finding) => finding.kind === "unmanaged" && finding.label === label);
    return unmanaged.map((finding) => [finding.id, nameOf(finding)]);
  }

  it("are adopted under names that differ from each other and from those of the stack", async () => {
    expect(await namesOf()).toEqual([
      ["private/3", "backup-3"],
      ["private/4", "backup-4"],
    ]);
    expect(await namesOf({ resources: [] })).toEqual([
      ["private/3", "backup"],
      ["private/4", "backup-4"],
    ]);
  });

  it("have names that do not depend on the order of the list", async () => {
    const stack = new TestStack();
    const { client } = stack.services();
    const create = () =>
      stack.clock.run(client.oauthClients.create({ label, redirect_uri: "https://app.example/callback" }));
    const created = [await create(), await create()];
    const namesIn = async (clients: readonly object[]) => {
      const data = JSON.parse(JSON.stringify(clients));
      stack.emulator.control.faults.clear();
      stack.emulator.control.faults.add({
        ...{ operation: "oauthClients.list" },
        effect: { status: 200, body: { data, page: 1, pages: 1, results: 2 } },
      });
      const { findings } = await scan(stack, { types: ["OAuthClient"] });
      return findings.map((finding) => [finding.id, nameOf(finding)]);
    };
    const names = await namesIn(created);
    expect(names).toHaveLength(2);
    expect(await namesIn([...created].reverse())).toEqual(names);
  });

  it("are adopted under names that differ from that of a create whose result is in no state", async () => {
    const home = mkdtempSync(join(tmpdir(), "nodecloud-drift-"));
    const { address, clock } = new TestStack();
    const origin = { project: "project", stack: "dev", type: "Image", name: label };
    await intentFiles(join(home, "intents"), "backend", clock).save({
      ...{ origin, address, before: [], at: clock.now(), label, id: "private/99" },
    });
    const names = await namesOf({ resources: [], backend: "backend" }, { NODECLOUD_HOME: home });
    rmSync(home, { recursive: true });
    expect(names.map(([, name]) => name)).toEqual(["backup-3", "backup-4"]);
  });
});
