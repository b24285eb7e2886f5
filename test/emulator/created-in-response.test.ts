import { allOperations, fieldsOf } from "../../src/contract";
import { startService } from "./service";

/** What a create returned, and the path of its view. */
interface Created {
  readonly response: { readonly created: string };
  readonly path: string;
}

/** One call of each operation that returns the creation time of what it has created. */
async function callEach(service: ReturnType<typeof startService>): Promise<Record<string, Created>> {
  const { id } = await service.createRunningInstance({ backups_enabled: true });
  const [disk] = service.control.world().disks;
  const image = (await service.post("/images", { disk_id: disk?.id })).body;
  await service.advanceSeconds(120);
  const snapshot = (await service.post(`/acme/instances/${id}/backups`, { label: "one" })).body;
  await service.advanceSeconds(120);
  const clone = (await service.post(`/acme/instances/${id}/clone`, {})).body;
  const upload = (await service.post("/images/upload", { label: "golden", region: "us-east" })).body.image;
  const empty = await service.createEmptyInstance();
  const transfer = (await service.post("/account/entity-transfers", { entities: { acmes: [empty.id] } }))
    .body;
  return {
    "images.create": { response: image, path: `/images/${image.id}` },
    "backups.snapshot": { response: snapshot, path: `/acme/instances/${id}/backups/${snapshot.id}` },
    "instances.clone": { response: clone, path: `/acme/instances/${clone.id}` },
    "images.upload": { response: upload, path: `/images/${upload.id}` },
    "instances.create": { response: empty, path: `/acme/instances/${empty.id}` },
    "entityTransfers.create": { response: transfer, path: `/account/entity-transfers/${transfer.token}` },
  };
}

/**
 * Operations whose response to a POST has `created`, itself or in one of its objects. Those that may always be sent again create nothing:
 * they return an object that exists.
 */
const creates = allOperations.filter(({ operation: { call, response, resend } }) => {
  if (resend === "always") return false;
  const fields = fieldsOf(response);
  const all = [...fields, ...fields.flatMap(({ schema }) => fieldsOf(schema))];
  return call.startsWith("POST ") && all.some(({ name }) => name === "created");
});

it.each([
  ["same", 0],
  ["secondEarlier", 1000],
] as const)(
  "with createdInResponse = %s, created is %s ms earlier in each response to a create request",
  async (createdInResponse, lead) => {
    const service = startService({ settings: { createdInResponse } });
    const leads: Record<string, number> = {};
    for (const [name, { response, path }] of Object.entries(await callEach(service)))
      leads[name] = Date.parse((await service.get(path)).body.created) - Date.parse(response.created);
    expect(leads).toEqual(Object.fromEntries(creates.map(({ name }) => [name, lead])));
  },
);
