import { Example, secretOf } from "./example";

it("adds a card, never shows it in plain text, and removes it", async () => {
  const example = await Example.open("billing");
  try {
    const year = new Date(example.world.time).getUTCFullYear() + 2;
    const card = { cardNumber: "4000000000009995", expiryMonth: "7", expiryYear: String(year), cvv: "8317" };
    for (const [key, value] of Object.entries(card)) await example.configure(key, value, { secret: true });
    const active = () => example.world.payment_methods.filter(({ state }) => state === "active");
    const [first] = active();

    const { outputs } = await example.run("up");
    expect(example.changingCalls()).toEqual(["paymentMethods.add"]);
    expect(active()).toMatchObject([
      { id: first?.id, is_default: true },
      { id: outputs.paymentMethodId, is_default: false, data: { last_four: "9995", expiry: `07/${year}` } },
    ]);
    expect(secretOf(outputs, "defaultExpires")).toBe(first?.data.expiry);
    expect(secretOf(outputs, "owed")).toBe(example.world.account.balance);

    expect((await example.run("up")).counts).toMatchObject({
      created: 0,
      updated: 0,
      replaced: 0,
      unchanged: 1,
    });
    expect(example.changingCalls()).toEqual([]);
    const written = example.everythingWritten();
    expect(written).not.toContain(card.cardNumber);
    expect(written).not.toContain(card.cvv);

    await example.run("destroy");
    expect(active()).toMatchObject([{ id: first?.id, is_default: true }]);
  } finally {
    await example.close();
  }
}, 60_000);
