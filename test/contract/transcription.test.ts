import { allOperations, fieldsOf, instanceStatuses, limits } from "../../src/contract";
import { backupStatuses } from "../../src/contract/shapes/backup";
import { entityTransferStatuses } from "../../src/contract/shapes/entity-transfer";
import { eventActions, eventStatuses } from "../../src/contract/shapes/event";
import { imageStatuses } from "../../src/contract/shapes/image";
import { instanceCreate } from "../../src/contract/shapes/instance";
import { oauthClientStatuses } from "../../src/contract/shapes/oauth-client";
import { regionStatuses } from "../../src/contract/shapes/region";
import { deviations } from "./deviations";
import { contractCalls, entitySchemas, factsOfContract, factsOfInterface } from "./facts";
import { callOf, transcribed } from "./transcription";

const sorted = (texts: Iterable<string>) => [...texts].sort();

describe("the contract's operations", () => {
  it("are all 56 of the interface", () => {
    const all = transcribed.operations.map(callOf);
    expect(all).toHaveLength(56);
    expect(sorted(contractCalls)).toEqual(sorted(all));
  });

  it("are declared once each", () => {
    expect(contractCalls.size).toBe(allOperations.length);
  });

  it("work without a token exactly where section 5 says so", () => {
    const withoutToken = allOperations.filter(
      ({ operation }) => operation.anonymous || operation.scopes.length === 0,
    );
    expect(sorted(withoutToken.map(({ operation }) => operation.call))).toEqual([
      "GET /account/oauth-clients/{clientId}/thumbnail",
      "GET /images",
      "GET /images/{imageId}",
      "GET /regions",
      "GET /regions/{regionId}",
    ]);
  });

  it("have the same response shape wherever the interface names the same entity", () => {
    const responses = transcribed.operations.flatMap((one) => {
      const declared = allOperations.find(({ operation }) => operation.call === callOf(one));
      return one.of !== null && declared ? [{ name: one.of, response: declared.operation.response }] : [];
    });
    expect(responses.filter(({ name, response }) => entitySchemas.get(name) !== response)).toEqual([]);
  });
});

/** The facts in which the interface and the contract differ. */
function differences(): Map<string, { inInterface: string | undefined; inContract: string | undefined }> {
  const inInterface = factsOfInterface(contractCalls);
  const inContract = factsOfContract();
  const keys = new Set([...inInterface.keys(), ...inContract.keys()]);
  return new Map(
    [...keys]
      .filter((key) => inInterface.get(key) !== inContract.get(key))
      .map((key) => [key, { inInterface: inInterface.get(key), inContract: inContract.get(key) }]),
  );
}

const expectedDifferences = new Map(
  deviations.flatMap(({ places, fact, inInterface, inContract }) =>
    places.map((place) => [`${place} ${fact}`, { inInterface, inContract }]),
  ),
);

describe("the contract's fields", () => {
  it("are those of the interface, except for the deviations", () => {
    const unexplained = [...differences()].filter(([key]) => !expectedDifferences.has(key));
    expect(Object.fromEntries(unexplained)).toEqual({});
  });

  it("deviate exactly as listed, and every listed deviation is used", () => {
    const explained = [...differences()].filter(([key]) => expectedDifferences.has(key));
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(expectedDifferences));
  });

  it("have one deviation per fact, each with a reason", () => {
    expect(expectedDifferences.size).toBe(deviations.flatMap(({ places }) => places).length);
    expect(deviations.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  it("are compared in a few hundred facts on each side", () => {
    expect(factsOfInterface(contractCalls).size).toBeGreaterThan(280);
    expect(factsOfContract().size).toBeGreaterThan(280);
  });

  it("document the defaults of the interface", () => {
    const create = transcribed.operations.find((operation) => callOf(operation) === "POST /node/instances");
    const defaults = Object.entries(create?.request ?? {}).filter(([, field]) => field.default !== undefined);
    const documented = defaults.map(([name]) => {
      const field = fieldsOf(instanceCreate).find((one) => one.name === name);
      return [name, /Default: (\w+)\./.exec(field?.meta.description ?? "")?.[1]];
    });
    expect(documented).toEqual(defaults.map(([name, field]) => [name, String(field.default)]));
    expect(defaults).toHaveLength(2);
  });
});

describe("the contract's enums", () => {
  it("are the event actions of section 6, in its order", () => {
    expect([...eventActions]).toEqual(transcribed.eventActions);
  });

  it("are the statuses of section 3", () => {
    const inContract: Record<string, readonly string[]> = {
      instance: instanceStatuses,
      backup: backupStatuses,
      image: imageStatuses,
      event: eventStatuses,
      region: regionStatuses,
      oauth_client: oauthClientStatuses,
      entity_transfer: entityTransferStatuses,
    };
    expect(inContract).toEqual(transcribed.statuses);
  });
});

describe("the contract's limits", () => {
  /** Each row of section 8, as the contract has it. */
  const inContract: Record<string, { min?: number; max?: number; default?: number }> = {
    "instance label length": limits.instanceLabel,
    "root_pass length": limits.rootPass,
    interfaces: limits.interfaces,
    "default swap_size": limits.swapSize,
    "concurrent clones per source instance": limits.concurrentClones,
    "snapshot label length": limits.snapshotLabel,
    "OAuth client label": limits.oauthClientLabel,
    "image description": limits.imageDescription,
    "account field lengths: address lines": { max: limits.account.address },
    "account field lengths: city": { max: limits.account.city },
    "account field lengths: company": { max: limits.account.company },
    "account field lengths: email": { max: limits.account.email },
    "account field lengths: names": { max: limits.account.name },
    "account field lengths: phone": { max: limits.account.phone },
    "account field lengths: state": { max: limits.account.state },
    "account field lengths: tax_id": { max: limits.account.taxId },
    card_number: limits.card.number,
    cvv: limits.card.cvv,
    expiry_month: limits.card.expiryMonth,
    expiry_year: limits.card.expiryYearDigits,
    "entity transfer lifetime": { max: limits.entityTransfer.hours },
    "active payment methods": limits.activePaymentMethods,
    "payment methods added per day": limits.paymentMethodsAddedADay,
    "image upload: time to deliver data": { max: limits.imageUpload.hours },
    "image upload: compressed size": { max: limits.imageUpload.bytes / 1_000_000_000 },
    "events and logins history": { max: limits.history.days },
    "watchdog: boot jobs after more than which it gives up": { max: limits.watchdog.boots },
    "watchdog: time in which the boot jobs are counted": { max: limits.watchdog.minutes },
  };

  it("are the rows of section 8", () => {
    const rows = transcribed.limits.map(({ name, unit: _unit, applies: _applies, ...bounds }) => [
      name,
      bounds,
    ]);
    expect(inContract).toEqual(Object.fromEntries(rows));
  });

  it("are all compared here", () => {
    const compared = new Set([
      ...["instanceLabel", "rootPass", "interfaces", "swapSize", "concurrentClones", "snapshotLabel"],
      ...["oauthClientLabel", "imageDescription", "imageUpload", "history", "watchdog"],
      ...["account", "activePaymentMethods", "paymentMethodsAddedADay", "card", "entityTransfer"],
    ]);
    expect(Object.keys(limits).filter((name) => !compared.has(name))).toEqual([]);
  });
});
