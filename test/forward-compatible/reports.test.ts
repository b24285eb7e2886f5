import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import {
  getAccount,
  getBackups,
  getEvents,
  getImages,
  getInstances,
  getOAuthClients,
  getPaymentMethods,
  getRegions,
} from "../../src";
import { surveyAccount, writeAdoption } from "../../src/adoption";
import { checkReads } from "../../src/cli/doctor/reads";
import { createClient, type Event, fetchTransport } from "../../src/client";
import { fieldsOf, operations } from "../../src/contract";
import { formatReport, type ResourceClass } from "../../src/drift";
import { EventIndex } from "../../src/drift/actors/event-index";
import { readEvents } from "../../src/drift/actors/read-events";
import { affectedBy } from "../../src/drift/watch/affected-objects";
import { EventLog } from "../../src/drift/watch/event-log";
import { wellKnownTokens } from "../../src/emulator";
import { TestStack } from "../../src/testing";
import { api } from "../cli/api/command";
import { scan } from "../drift/scan/recorded";
import { testedResources } from "../resources/every-resource";
import { createVariant } from "../resources/every-resource/create";
import { files } from "../resources/every-resource/files";
import { createOtherInstance } from "../resources/every-resource/other-instance";
import { type ChangedResponses, changedFetch, changeResponsesOf } from "./changed-responses";
import { expectClear } from "./expect-clear";
import { changesOf, quick, testedVariant } from "./tested-service";
import { changeAt, placesIn, variationsOf } from "./variations";

afterAll(() => files.remove());

describe.each(Object.values(testedResources))("$type", (resource) => {
  const { type, forwardCompatibility: read } = resource;
  const { path, managed } = read;

  it("has no false drift, and can be adopted, whatever a later version of the service writes", async () => {
    const { stack } = await createVariant(resource, testedVariant(resource), quick);
    const responses = changeResponsesOf(stack, path);
    await stack.refresh();
    const odd: unknown[] = [];
    for (const { name, of: change, variation, places } of changesOf(read)) {
      responses.change = change;
      const report = await scan(stack, { unmanaged: false, types: [type] });
      const { findings, problems } = report;
      expectClear(name, [...problems.map(({ message }) => message), formatReport(report, "table")]);
      const isId = places.some(({ path: at }) => at.join(".") === "id");
      const kinds = [...new Set(findings.map(({ kind }) => kind))];
      const isUnmanaged = !places.some(({ path: [top = ""] }) =>
        [...managed, ...read.alsoRead].includes(top),
      );
      const isHidden = variation.name === "missing" || places.every(({ nullable }) => !nullable);
      const isUnknown = isHidden && ["null", "missing"].includes(variation.name);
      if (isUnknown && !isId && kinds.includes("changed")) odd.push([name, findings]);
      if (!isId && kinds.some((kind) => !["changed", "inMotion"].includes(kind))) odd.push([name, kinds]);
      if ((variation.isEqual || isUnmanaged) && findings.length > 0) odd.push([name, findings]);
      if (variation.isEqual) continue;
      const found = await survey(stack, type);
      expectClear(
        `${name}, adopted`,
        found.problems.map(({ message }) => message),
      );
      expectClear(
        `${name}, written`,
        [...writeAdoption(found, "/somewhere/shop", "1.2.3").values()].map(String),
      );
    }
    expect(odd).toEqual([]);
  });
});

function survey(stack: TestStack, type: ResourceClass) {
  const settings = { baseUrl: stack.address, token: wellKnownTokens.full, brand: "node" };
  return stack.clock.run(
    surveyAccount({
      ...{ clock: stack.clock, env: {}, settings, types: [type] },
      transport: fetchTransport((request) => stack.emulator.fetch(request)),
    }),
  );
}

/** Every variation of every field of a response: those that mean the same together, the others one by one. */
function everyChange(schema: Parameters<typeof placesIn>[0]) {
  return placesIn(schema).flatMap(({ path, ...place }) =>
    variationsOf({ path, ...place }).map(({ name, write }) => ({
      name: `${path.join(".")}: ${name}`,
      of: (object: unknown) => changeAt(object, path, write),
    })),
  );
}

describe("the event log", () => {
  it("is followed and searched, whatever a later version of the service writes into an event", async () => {
    const stack = new TestStack();
    await createOtherInstance(stack);
    const client = createClient({
      ...{ baseUrl: stack.address, token: wellKnownTokens.full, clock: stack.clock },
      transport: fetchTransport((request) => changedFetch(stack.emulator, request, /events/, responses)),
    });
    const responses: ChangedResponses = { change: undefined, changeList: undefined };
    const odd: unknown[] = [];
    for (const { name, of: change } of everyChange(operations.events.list.response)) {
      responses.change = change;
      const events: Event[] = [];
      const index = new EventIndex("node");
      const outcome = await stack.clock.run(
        readEvents(client.events.list.pages(), (page) => {
          events.push(...page);
          index.add(page);
          return false;
        }).catch((error: unknown) => String(error)),
      );
      if (typeof outcome === "string") {
        expectClear(name, [outcome]);
        continue;
      }
      const log = new EventLog();
      log.follow({ data: events, pages: 1 });
      const step = log.follow({ data: events, pages: 1 });
      if (step.kind !== "continued") odd.push([name, step]);
      for (const event of events) affectedBy(event, "node");
    }
    expect(odd).toEqual([]);
  });
});

describe("a service of a later version on a socket", () => {
  const stack = new TestStack({ settings: { listLagSeconds: 0 } });
  const responses: ChangedResponses = { change: undefined, changeList: undefined };
  const server = http.createServer((request, response) => {
    const url = `http://emulator.test${request.url}`;
    const { authorization = "" } = request.headers;
    void changedFetch(stack.emulator, new Request(url, { headers: { authorization } }), /./, responses).then(
      async (changed) => {
        response.writeHead(changed.status, { "Content-Type": "application/json" });
        response.end(await changed.text());
      },
    );
  });
  let options: { readonly baseUrl: string; readonly token: string };
  let instanceId: number;
  beforeAll(async () => {
    instanceId = (await createOtherInstance(stack)).id;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    options = { baseUrl: `http://127.0.0.1:${port}/v4`, token: wellKnownTokens.full };
  });
  afterAll(() => server.close());

  const oddItems = [null, 7, {}, { id: null }];

  it("is read by lookups", async () => {
    const readers = {
      ...{ regions: () => getRegions({}, options), images: () => getImages({}, options) },
      ...{ instances: () => getInstances({}, options), events: () => getEvents({}, options) },
      oauthClients: () => getOAuthClients({}, options),
      paymentMethods: () => getPaymentMethods({}, options),
    };
    for (const [group, read] of Object.entries(readers)) {
      responses.change = undefined;
      responses.changeList = undefined;
      const before = await read();
      const { response } = operations[group as keyof typeof readers].list;
      // Without an id no item can be read.
      const fields = fieldsOf(response).filter(({ name }) => name !== "id");
      for (const value of [undefined, 7, {}, [{}]]) {
        responses.change = (object) =>
          fields.reduce((one, { name }) => changeAt(one, [name], () => value), object);
        expect([group, value, await read()]).toEqual([group, value, before.map(() => expect.anything())]);
      }
      responses.change = undefined;
      responses.changeList = (items) => (items.length > 0 ? [...oddItems, ...items] : items);
      expect([group, await read()]).toEqual([group, before]);
    }
    responses.changeList = undefined;
    for (const value of [null, "from_next_year", 7, {}, [null]]) {
      responses.change = (object) =>
        ["snapshot", "automatic", "balance", "capabilities", "active_promotions", "credit_card"].reduce(
          (one, name) => changeAt(one, [name], () => value),
          object,
        );
      await expect(getBackups({ instanceId }, options)).resolves.toMatchObject({ snapshot: {} });
      await expect(getAccount(options)).resolves.toMatchObject({ creditCard: {} });
    }
  });

  it("is read by `nodecloud api` and `nodecloud doctor`", async () => {
    const env = { NODECLOUD_BASE_URL: options.baseUrl, NODECLOUD_TOKEN: options.token };
    for (const value of [null, 7, [{}]]) {
      responses.change = (object) =>
        ["specs", "backups", "tags", "status", "label", "ipv4", "alerts", "created"].reduce(
          (one, name) => changeAt(one, [name], () => value),
          object,
        );
      responses.changeList = (items) => [...oddItems, ...items];
      for (const words of [
        "instances list",
        `instances view ${instanceId} --table`,
        "regions list --table",
      ]) {
        const { code, stdout, stderr } = await api(words.split(" "), { env });
        expect([words, value, code, stderr]).toEqual([words, value, 0, ""]);
        expectClear(words, [stdout.replaceAll("[object ", "")]);
      }
      const checks = await checkReads(
        createClient(options),
        { token: options.token, brand: "node" },
        {
          at: Number.POSITIVE_INFINITY,
          extend: () => undefined,
        },
      );
      expect(checks.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok", "ok"]);
    }
  });
});
