import { startService } from "./service";

/** By how many milliseconds the creation time in the response to a create request is earlier than in a view. */
const leadOf = async (
  service: ReturnType<typeof startService>,
  response: { created: string },
  path: string,
) => Date.parse((await service.get(path)).body.created) - Date.parse(response.created);

it.each([
  ["same", 0],
  ["secondEarlier", 1000],
] as const)(
  "with createdInResponse = %s, created is %s ms earlier in each response to a create request",
  async (createdInResponse, lead) => {
    const service = startService({ settings: { createdInResponse } });
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
    const leads = [
      await leadOf(service, image, `/images/${image.id}`),
      await leadOf(service, snapshot, `/acme/instances/${id}/backups/${snapshot.id}`),
      await leadOf(service, clone, `/acme/instances/${clone.id}`),
      await leadOf(service, upload, `/images/${upload.id}`),
      await leadOf(service, empty, `/acme/instances/${empty.id}`),
      await leadOf(service, transfer, `/account/entity-transfers/${transfer.token}`),
    ];
    expect(leads).toEqual(leads.map(() => lead));
  },
);
