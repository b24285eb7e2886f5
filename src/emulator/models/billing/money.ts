/** Sums are made in whole cents, and prices multiplied in millionths of a dollar, so that nothing drifts. */
const centsOfDollar = 100;
const millionthsOfDollar = 1_000_000;
const millionthsOfCent = millionthsOfDollar / centsOfDollar;

export function centsOf(dollars: number): number {
  return Math.round(dollars * centsOfDollar);
}

export function dollarsOf(cents: number): number {
  return cents / centsOfDollar;
}

/** As the service writes amounts in text: `12.50`. */
export function decimalOf(cents: number): string {
  return dollarsOf(cents).toFixed(2);
}

/** What so many hours cost in cents: their price, but no more than a month's. */
export function costOf(hours: number, price: { readonly hourly: number; readonly monthly: number }): number {
  const millionths = Math.min(hours * inMillionths(price.hourly), inMillionths(price.monthly));
  return Math.round(millionths / millionthsOfCent);
}

export function taxOn(cents: number, percent: number): number {
  return Math.round((cents * percent) / 100);
}

function inMillionths(dollars: number): number {
  return Math.round(dollars * millionthsOfDollar);
}
