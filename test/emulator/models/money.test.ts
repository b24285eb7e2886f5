import { centsOf, costOf, decimalOf, dollarsOf, taxOn } from "../../../src/emulator/models/billing/money";
import { hoursUntil } from "../../../src/emulator/models/billing/usage";

const price = { hourly: 0.0075, monthly: 5 };
const hour = 3_600_000;

describe("money", () => {
  it("is in whole cents, without the rounding errors of dollars", () => {
    expect(centsOf(0.29)).toBe(29);
    expect(centsOf(1.005)).toBe(100);
    expect(centsOf(-0.29)).toBe(-29);
    expect(dollarsOf(1234)).toBe(12.34);
    expect(decimalOf(1250)).toBe("12.50");
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [100, 75],
    [666, 500],
    [667, 500],
    [10_000, 500],
  ])("at 0.0075 dollars an hour and at most 5 a month, %i hours cost %i cents", (hours, cents) => {
    expect(costOf(hours, price)).toBe(cents);
  });

  it("is taxed by a percentage, rounded to cents", () => {
    expect([taxOn(1000, 19), taxOn(101, 7.5), taxOn(1000, 0)]).toEqual([190, 8, 0]);
  });
});

describe("the hours of a usage record that no invoice contains yet", () => {
  const usage = {
    ...{ id: 1, instance_id: 1, label: "web", kind: "instance" as const, type: "small", price },
    ...{ began: 0, hours: 3, until: null },
  };

  it.each([
    ["the earlier ones of one that has ended", null, 0, 3],
    ["none of one that begins now", 10 * hour, 0, 3],
    ["every begun hour", 9 * hour - 1, 0, 5],
    ["those since the last invoice", 0, 8 * hour, 5],
  ])("count %s", (_, since, invoicedUntil, hours) => {
    expect(hoursUntil(10 * hour, { ...usage, since }, invoicedUntil)).toBe(hours);
  });
});
