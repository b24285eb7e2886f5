/** Sums are in whole cents, and prices are multiplied in millionths of a dollar, so that no rounding errors add up. */
const centsPerDollar = 100;
const millionthsPerDollar = 1_000_000;
const millionthsPerCent = millionthsPerDollar / centsPerDollar;

export function centsOf(dollars: number): number {
  return Math.round(dollars * centsPerDollar);
}

export function dollarsOf(cents: number): number {
  return cents / centsPerDollar;
}

/** An amount in dollars as a string: `12.50`. */
export function decimalOf(cents: number): string {
  return dollarsOf(cents).toFixed(2);
}

/** The cost of a number of hours, in cents: at most the price of a month. */
export function costOf(hours: number, price: { readonly hourly: number; readonly monthly: number }): number {
  const millionths = Math.min(hours * inMillionths(price.hourly), inMillionths(price.monthly));
  return Math.round(millionths / millionthsPerCent);
}

export function taxOn(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}

function inMillionths(dollars: number): number {
  return Math.round(dollars * millionthsPerDollar);
}
