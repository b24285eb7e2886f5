import { imageMatcher } from "../../src/resources/image.create";
import { changedFixedFields, fixedFields, instanceMatcher } from "../../src/resources/instance.matcher";
import { matchesCard, paymentMethodMatcher } from "../../src/resources/payment-method.card";
import { TestStack } from "../../src/testing";

const request = { before: [], at: 0 };

async function liveObjects() {
  const stack = new TestStack();
  const { client } = stack.services();
  const place = { region: "us-east", type: "g1-nano-1" };
  const deployment = { ...place, image: "node/debian12", root_pass: "correct-horse-1", label: "web" };
  const instance = await stack.clock.run(client.instances.create(deployment));
  const { data } = await stack.clock.run(client.paymentMethods.list());
  return { instance, place, method: data[0]! };
}

describe("the instance that a create request created", () => {
  it("has the label that was sent, and each region, type and image that was sent", async () => {
    const { instance, place } = await liveObjects();
    const sent = { ...place, image: "node/debian12" };
    const match = (label: string, fields: object) =>
      instanceMatcher.matches(instance, { ...request, label, sent: { ...fields } });
    expect(match("web", sent)).toBe(true);
    expect(match("web", place)).toBe(true);
    expect(match("web", {})).toBe(true);
    expect(match("other", sent)).toBe(false);
    for (const [name, other] of Object.entries({
      region: "eu-west",
      type: "g1-standard-1",
      image: "node/other",
    })) {
      expect([name, match("web", { ...sent, [name]: other })]).toEqual([name, false]);
    }
  });

  it("may be one whose region, type or image the service does not return", async () => {
    const { instance } = await liveObjects();
    const mayBe = (fields: object, sent: object) =>
      instanceMatcher.mayMatch(
        { ...instance, ...fields },
        { ...request, label: "renamed", sent: { ...sent } },
      );
    for (const name of ["region", "type", "image"]) {
      for (const hidden of [null, undefined])
        expect([name, mayBe({ [name]: hidden }, { [name]: "wanted" })]).toEqual([name, true]);
      expect([name, mayBe({ [name]: "other" }, { [name]: "wanted" })]).toEqual([name, false]);
    }
    expect([mayBe({}, {}), mayBe({}, { image: instance.image })]).toEqual([true, true]);
  });

  it("may be one whose image is a version of the one that was sent", async () => {
    const { instance } = await liveObjects();
    const mayBe = (image: string) =>
      instanceMatcher.mayMatch(
        { ...instance, image },
        { ...request, label: "renamed", sent: { image: "node/debian1" } },
      );
    for (const version of ["node/debian1-20220301", "node/debian1.4", "node/debian1:v2", "node/debian1_2"])
      expect([version, mayBe(version)]).toEqual([version, true]);
    for (const other of ["node/debian12", "node/debian1a", "node/debian", "other/debian1"])
      expect([other, mayBe(other)]).toEqual([other, false]);
  });

  it("may be one whose region, type or image the service returns in another case", async () => {
    const { instance } = await liveObjects();
    const [sent, live] = ["Any-1", "aNY-1"];
    for (const name of ["region", "type", "image"]) {
      const mayBe = instanceMatcher.mayMatch(
        { ...instance, [name]: live },
        { ...request, label: "renamed", sent: { [name]: sent } },
      );
      expect([name, mayBe]).toEqual([name, true]);
    }
  });

  it("may be one with the label that was sent, whatever its region, type and image are", async () => {
    const { instance } = await liveObjects();
    const others = { region: "other", type: "other", image: "other" };
    const mayBe = (label: string) => instanceMatcher.mayMatch(instance, { ...request, label, sent: others });
    expect([mayBe("web"), mayBe("other")]).toEqual([true, false]);
    const isProven = (image: null) =>
      instanceMatcher.matches(
        { ...instance, image },
        { ...request, label: "web", sent: { image: "wanted" } },
      );
    expect(isProven(null)).toBe(false);
  });

  it("has an argument that the program changed since if its value is neither the sent nor the live one", async () => {
    const { instance, place } = await liveObjects();
    const sent = { ...place, image: "node/alias" };
    const changed = (inputs: object, live = instance) => changedFixedFields(inputs, live, sent);
    expect(changed(sent)).toEqual([]);
    expect(changed({ ...place, image: "node/debian12" })).toEqual([]);
    expect(changed({ region: "eu-west", type: "g1-standard-1", image: "node/debian11" })).toEqual([
      "region",
      "type",
      "image",
    ]);
    expect(changed({ image: "node/debian11" }, { ...instance, image: null })).toEqual(["image"]);
    expect(changed({})).toEqual([]);
    expect(changedFixedFields(place, instance)).toEqual([]);
    expect(changedFixedFields({ type: "g1-standard-1" }, instance)).toEqual(["type"]);
  });

  it("is identified by the fixed fields that the program declares", () => {
    expect(fixedFields({ region: "us-east", type: "g1-nano-1", tags: ["a"] })).toEqual({
      region: "us-east",
      type: "g1-nano-1",
    });
  });

  it("is being deleted while it is `deleting`", async () => {
    const { instance } = await liveObjects();
    expect(instanceMatcher.isBeingDeleted({ ...instance, status: "running" })).toBe(false);
    expect(instanceMatcher.isBeingDeleted({ ...instance, status: "deleting" })).toBe(true);
  });
});

test("the image that a create request created may be one whose type the service does not return", async () => {
  const stack = new TestStack();
  const { data } = await stack.clock.run(stack.services().client.images.list());
  const image = { ...data[0]!, is_public: false };
  const mayBe = (fields: object) => imageMatcher.mayMatch({ ...image, ...fields }, request);
  expect([mayBe({ type: "manual" }), mayBe({ type: null }), mayBe({ type: undefined })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([mayBe({ type: "automatic" }), mayBe({ is_public: true })]).toEqual([false, false]);
});

describe("the payment method that a create request added", () => {
  it("has the last four digits, and the expiry date if its format is known", async () => {
    const { method } = await liveObjects();
    const card = { lastFour: "1111", expiry: "2027-05" };
    const shows = (data: object | undefined) => matchesCard({ ...method, data: Object(data) }, card);
    expect(shows({ last_four: "1111", expiry: "05/2027" })).toBe(true);
    expect(shows({ last_four: "1111", expiry: "in May" })).toBe(true);
    expect(shows({ last_four: "1111" })).toBe(true);
    expect(shows({ last_four: "1111", expiry: "06/2027" })).toBe(false);
    expect(shows({ last_four: "1112", expiry: "05/2027" })).toBe(false);
    expect(shows({})).toBe(false);
    const { data: _, ...without } = method;
    expect(matchesCard(Object(without), card)).toBe(false);
    expect(paymentMethodMatcher.matches(method, { ...request, sent: card })).toBe(false);
  });
});

it("an image from a file is recorded only if it is proven to be the created one, unlike that of a disk", () => {
  const needsProof = (hidden: object) => imageMatcher.needsProof?.({ ...request, hidden: { ...hidden } });
  expect([needsProof({ fileHash: "1", region: "us-east" }), needsProof({ diskId: 1 })]).toEqual([
    true,
    false,
  ]);
});
