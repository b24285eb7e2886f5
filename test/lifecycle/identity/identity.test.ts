import {
  compareIdentity,
  provesAccount,
  readIdentity,
  recordIdentity,
} from "../../../src/lifecycle/identity/identity";

const created = "2022-03-21T09:00:00";

describe("a creation time", () => {
  it.each([
    "2022-03-21T09:00:00Z",
    "2022-03-21T09:00:00.5",
    "2022-03-21T09:00:00.999999Z",
    "2022-03-21T10:00:00+01:00",
    "2022-03-21T04:30:00-0430",
    "2022-03-21 09:00:00",
  ])("equals the same moment in the form %s", (seen) => {
    expect(compareIdentity({ created }, { created: seen })).toBe("same");
    expect(compareIdentity({ created: seen }, { created })).toBe("same");
  });

  it.each(["2022-03-21T09:00:01", "2022-03-21T09:00:02.999"])(
    "equals %s, because the response to a create may contain another second than views",
    (seen) => {
      expect(compareIdentity({ created }, { created: seen })).toBe("same");
      expect(compareIdentity({ created: seen }, { created })).toBe("same");
    },
  );

  it.each(["2022-03-21T09:00:03", "2022-03-21T09:00:00+01:00", "2023-03-21T09:00:00Z"])(
    "differs from %s",
    (seen) => {
      expect(compareIdentity({ created }, { created: seen })).toBe("other");
      expect(compareIdentity({ created: seen }, { created })).toBe("other");
    },
  );

  it.each([undefined, null, "", "soon", "2022-13-41T99:00:00"])("proves nothing in the form %j", (seen) => {
    expect(compareIdentity({ created }, { created: seen })).toBe("unknown");
    expect(compareIdentity(seen ? { created: seen } : {}, { created })).toBe("unknown");
  });
});

describe("the account of the token", () => {
  const otherTime = "2023-03-21T09:00:00Z";

  it("is proven by the recorded object, and by any object of its id if ids are unique", () => {
    expect(provesAccount({ created }, { created }, false)).toBe(true);
    expect(provesAccount({ created }, { created: otherTime }, false)).toBe(false);
    expect(provesAccount({}, {}, false)).toBe(false);
    expect(provesAccount({}, {}, true)).toBe(true);
  });

  it("is not proven by an object that every account can see", () => {
    expect(provesAccount({ created }, { created, isPublic: true }, false)).toBe(false);
    expect(provesAccount({}, { isPublic: true }, true)).toBe(false);
  });
});

describe("a region", () => {
  it("distinguishes objects only if no creation time is known, because a migration changes it", () => {
    expect(compareIdentity({ region: "us-east" }, { region: "us-west", created })).toBe("other");
    expect(compareIdentity({ region: "us-east" }, { region: "us-east", created })).toBe("unknown");
    expect(compareIdentity({ created, region: "us-east" }, { created, region: "us-west" })).toBe("same");
    expect(compareIdentity({ region: "us-east" }, { created })).toBe("unknown");
  });
});

describe("recording an identity", () => {
  it("keeps recorded values and adds missing ones", () => {
    const recorded = { account: "a", created, region: "us-east" };
    const seen = { created: `${created}Z`, region: "us-west" };
    expect(recordIdentity(recorded, seen, "b")).toEqual({ ...recorded, account: "b" });
    expect(recordIdentity(recorded, seen, undefined)).toEqual(recorded);
    expect(recordIdentity({}, seen, undefined)).toEqual(seen);
  });

  it("records no account for a public object", () => {
    expect(recordIdentity({}, { created, isPublic: true }, "a")).toEqual({ created });
  });

  it("can be read from outputs of 0.1.0, but not from a program's arguments", () => {
    expect(readIdentity({ created, region: "us-east", applied: {} })).toEqual({ created, region: "us-east" });
    expect(readIdentity({ identity: { account: "a", created: 7 } })).toEqual({ account: "a" });
    expect(readIdentity({ region: "us-east" })).toEqual({});
  });
});
