import fc from "fast-check";
import { z } from "zod";
import { VirtualClock } from "../../../src/clock";
import { alternativeSettings, type SavedWorld, type Settings } from "../../../src/emulator";
import { WorldFolder } from "../../../src/emulator/data/world-folder";
import { createEmulatorOn } from "../../../src/emulator/emulator-on";
import { documentForm, type OpenApiDocument } from "../../contract/openapi-form";
import { buildRequests, fillWorld, type ObjectIds, type OperationRequest } from "../every-operation";
import { FailingFiles } from "../failing-files";
import { type Service, startService } from "../service";
import { valuesOf } from "./document-requests";
import { allowedRequests, documentedOperations } from "./documented-operations";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 1);

const control = "http://127.0.0.1/_emulator";

let world: SavedWorld;
let ids: ObjectIds;
let requests: readonly OperationRequest[];
let document: OpenApiDocument;
let changes: Readonly<Record<string, z.output<typeof changeSchema>>>;

const members = z.record(z.string(), z.unknown());
const changeSchema = z.looseObject({ properties: members, $defs: members.default({}) });
const forms = z.object({ externalChanges: z.record(z.string(), changeSchema) });

beforeAll(async () => {
  ({ ids, world } = await fillWorld());
  requests = buildRequests(ids);
  // The document has a format for zoned times, so they are generated as times.
  const service = startService({ settings: { dateTimes: "zoned" } });
  const json = async (path: string) => (await service.send("GET", `${control}/${path}`)).json();
  document = documentForm.parse(await json("openapi.json"));
  changes = forms.parse(await json("forms")).externalChanges;
});

/** Returns the status of the response, or undefined if there is none. */
type Step = (service: Service) => Promise<number | undefined>;

/** Fields that make nearly every request invalid, because they name other objects or have rules beyond their schemas. */
const unlikelyFields = ["label", "authorized_users", "backup_id", "stackscript_id"];

/** The calls of each operation that changes something, with values that the document allows. */
function callSteps(): fc.Arbitrary<Step>[] {
  return documentedOperations(document, requests)
    .filter(({ method, known }) => method !== "GET" && !known.named.operation.sendsBytes)
    .map((operation) =>
      allowedRequests(operation, document, ids).map(({ target, body }) => {
        const { method, known } = operation;
        const allowed = Object.entries(Object(body)).filter(([field]) => !unlikelyFields.includes(field));
        const sent = known.body ? { ...Object.fromEntries(allowed), ...known.body } : undefined;
        return async ({ call }) => (await call(method, target, sent, { token: known.token })).status;
      }),
    );
}

/** Every kind of external change to existing objects, with values that its schema allows. */
function changeSteps(): fc.Arbitrary<Step>[] {
  const existing: Readonly<Record<string, unknown>> = {
    ...{ instanceId: ids.instanceId, imageId: ids.imageId, backupId: ids.backupId, clientId: ids.clientId },
    ...{ paymentMethodId: ids.paymentMethodId, username: "admin", regionId: "us-east" },
  };
  return Object.entries(changes).map(([kind, schema]) =>
    valuesOf(schema, schema.$defs).map((fields) => {
      const named = Object.entries(existing).filter(([field]) => field in schema.properties);
      const data = JSON.stringify({ kind, ...Object(fields), ...Object.fromEntries(named) });
      const headers = { "Content-Type": "application/json" };
      return async ({ send }) => (await send("POST", `${control}/external-change`, { data, headers })).status;
    }),
  );
}

const days: fc.Arbitrary<Step> = fc.constantFrom(1, 40, 400).map((length) => async ({ control }) => {
  control.clock.advance(length * 24 * 60 * 60 * 1000);
  return undefined;
});

const settings: fc.Arbitrary<Partial<Settings>> = fc.constantFrom({}, alternativeSettings);

/** An emulator that writes all its records to the journal. */
function startOn(files: FailingFiles, own: Partial<Settings>): Service {
  const create = (options: object) =>
    createEmulatorOn(new WorldFolder(files, Number.POSITIVE_INFINITY), options);
  const service = startService({
    create,
    clock: new VirtualClock(),
    settings: { ...own, rateLimits: "off" },
  });
  service.control.load(world);
  return service;
}

function savedWorld(files: FailingFiles): SavedWorld | undefined {
  return new WorldFolder(files.afterKill(), Number.POSITIVE_INFINITY).read()?.world.export(0);
}

test("everything that an accepted call or external change stores can be read after a restart", async () => {
  const statuses = new Set<number | undefined>();
  for (const step of [...callSteps(), ...changeSteps()]) {
    const steps = fc.array(fc.oneof({ weight: 5, arbitrary: step }, { weight: 1, arbitrary: days }), {
      minLength: 10,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(settings, steps, async (own, taken) => {
        const files = new FailingFiles();
        const service = startOn(files, own);
        for (const take of taken) statuses.add(await take(service));
        // JSON has no negative zero.
        const after: SavedWorld = JSON.parse(JSON.stringify(service.control.world()));
        expect(savedWorld(files)).toEqual({ ...after, time: 0 });
        expect(() => startService().control.load(after)).not.toThrow();
      }),
      { numRuns },
    );
  }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
});
