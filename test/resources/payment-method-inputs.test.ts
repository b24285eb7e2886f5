import { Secret } from "../../src/state";
import { TestStack } from "../../src/testing";
import type { Inputs } from "./declare-all";
import { cardSecrets, declarePaymentMethods, mastercard, visa } from "./payment-methods";
import { callsTo, failuresOf } from "./programs";

const secretValueHint = "Its value is secret and not shown\\.$";

/** Every kind of invalid argument: the arguments that replace valid ones, and the expected message. */
const invalidArguments: readonly (readonly [string, Inputs, RegExp])[] = [
  ["a missing card", { card: undefined }, /^card: is required to add a payment method/],
  [
    "a card as a string",
    { card: "4111111111111111" },
    new RegExp(`^card: must be an object\\. ${secretValueHint}`),
  ],
  [
    "a card number with spaces",
    { card: { ...visa, cardNumber: "4111 1111 1111 1111" } },
    new RegExp(
      `^card\\.cardNumber: is not valid \\(digits only, without spaces or dashes\\)\\. ${secretValueHint}`,
    ),
  ],
  [
    "a card number as a number",
    { card: { ...visa, cardNumber: 4111111111111111 } },
    new RegExp(`^card\\.cardNumber: must be a string\\. ${secretValueHint}`),
  ],
  [
    "a missing card number",
    { card: { expiryMonth: 5, expiryYear: 2027, cvv: "7319" } },
    /^card\.cardNumber: must be a string/,
  ],
  ["month 0", { card: { ...visa, expiryMonth: 0 } }, /^card\.expiryMonth: must be at least 1\. /],
  ["month 13", { card: { ...visa, expiryMonth: 13 } }, /^card\.expiryMonth: must be at most 12\. /],
  ["half a month", { card: { ...visa, expiryMonth: 1.5 } }, /^card\.expiryMonth: must be an integer\. /],
  ["a month as a string", { card: { ...visa, expiryMonth: "05" } }, /^card\.expiryMonth: must be a number/],
  ["a year of two digits", { card: { ...visa, expiryYear: 27 } }, /^card\.expiryYear: must be at least 1000/],
  [
    "a year of five digits",
    { card: { ...visa, expiryYear: 20270 } },
    /^card\.expiryYear: must be at most 9999/,
  ],
  ["a past year", { card: { ...visa, expiryYear: 2021 } }, /^card: expired/],
  ["a past month", { card: { ...visa, expiryMonth: 2, expiryYear: 2022 } }, /^card: expired/],
  ["letters for a cvv", { card: { ...visa, cvv: "12a" } }, /^card\.cvv: is not valid \(digits only/],
  ["a cvv as a number", { card: { ...visa, cvv: 7319 } }, /^card\.cvv: must be a string/],
  [
    "an unknown member",
    { card: { ...visa, name: "Ann" } },
    /^card: has no member name; its members are cardNumber, expiryMonth, expiryYear, cvv\.$/,
  ],
  [
    "a member under its name in the API",
    { card: { ...visa, card_number: "41" } },
    /^card: has no member card_number; use cardNumber\.$/,
  ],
  ["isDefault as a string", { isDefault: "yes" }, /^isDefault: must be true or false; it is "yes"\.$/],
  [
    "an unknown onDelete",
    { onDelete: "keep" },
    /^onDelete: must be "fail", "retain" or \{ makeDefault: .* it is "keep"\.$/,
  ],
  [
    "a long onDelete",
    { onDelete: "k".repeat(5000) },
    /^onDelete: must be .* it is "k{79}… \(5000 characters\)\.$/,
  ],
  ["an empty onDelete", { onDelete: {} }, /^onDelete: must be .* it is \{\}\.$/],
  ["an onDelete with an id as a string", { onDelete: { makeDefault: "1" } }, /^onDelete: must be /],
  ["an onDelete with another member", { onDelete: { makeDefault: 1, after: 2 } }, /^onDelete: must be /],
  ["an adopt of 0", { adopt: 0 }, /^adopt: must be at least 1; it is 0\.$/],
  ["a timeout that is not a duration", { timeouts: { update: 5 } }, /^timeouts\.update: must be a duration/],
  [
    "an unknown argument",
    { default: true },
    /^default: is not an argument of this payment method; did you mean isDefault\?$/,
  ],
];

describe("an invalid argument of a payment method", () => {
  it.each(invalidArguments)("(%s) is refused before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    for (const run of ["preview", "up"] as const) {
      const outcome = await stack[run](declarePaymentMethods({ main: { card: visa, ...inputs } }));
      const lines = failuresOf(outcome).join("\n").split("\n");
      expect(lines.some((line) => message.test(line.trim().replace(/^.*?: (?=\w+[\w[\].]*: )/, "")))).toBe(
        true,
      );
      for (const secret of [...cardSecrets, "4111 1111", "12a"])
        expect(JSON.stringify([outcome.events, stack.messages])).not.toContain(secret);
    }
    expect(callsTo(stack)).toEqual([]);
  });

  it("does not include a card in its last month", async () => {
    const stack = new TestStack();
    const card = { ...visa, expiryMonth: 3, expiryYear: 2022 };
    expect(failuresOf(await stack.up(declarePaymentMethods({ main: { card } })))).toEqual([]);
  });
});

describe("card number and cvv", () => {
  it("appear in no event, message, output, request log or world", async () => {
    const stack = new TestStack();
    const outcomes: unknown[] = [];
    const resourcesInState = () => stack.store.snapshot.resources.filter(({ urn }) => urn.endsWith("::main"));
    const record = async (run: Promise<unknown>) => {
      outcomes.push(await run, structuredClone(resourcesInState().map(({ outputs }) => outputs)));
    };
    stack.emulator.control.faults.add({ operation: "paymentMethods.add", count: 1, effect: { status: 400 } });
    await record(stack.up(declarePaymentMethods({ main: { card: visa } })));
    stack.emulator.control.faults.add({ operation: "paymentMethods.add", count: 1, effect: { html: 502 } });
    await record(stack.up(declarePaymentMethods({ main: { card: visa } })));
    await record(stack.refresh());
    await record(stack.up(declarePaymentMethods({ main: { card: mastercard } })));
    stack.emulator.control.faults.add({
      operation: "paymentMethods.delete",
      count: 1,
      effect: { status: 403 },
    });
    await record(stack.destroy());
    const [resource] = resourcesInState();
    expect(resource?.inputs.card).toBeInstanceOf(Secret);
    expect(resource?.outputs.applied).toBeInstanceOf(Secret);
    const { control } = stack.emulator;
    const all = [JSON.stringify([outcomes, stack.messages, control.requests(), control.world()])];
    // The outputs are searched in plain text too: not even secret outputs contain the card.
    all.push(JSON.stringify(revealSecrets(resource?.outputs)));
    expect(all[1]).toContain("scrypt:");
    for (const secret of cardSecrets) for (const text of all) expect(text).not.toContain(secret);
  });
});

function revealSecrets(value: unknown): unknown {
  if (value instanceof Secret) return revealSecrets(value.reveal());
  if (typeof value !== "object" || value === null) return value;
  return Object.values(value).map(revealSecrets);
}
