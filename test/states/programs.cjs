/** The programs whose states are kept. They use only what every release has. `change` gives one argument of each resource another value. */
const place = { region: "us-east", type: "g1-nano-1" };
const instance = (change) => ({
  ...{ ...place, image: "node/debian12", rootPass: "correct-horse-battery", tags: [change ? "new" : "old"] },
});
const card = { cardNumber: "4111111111111111", expiryMonth: 5, expiryYear: 2027, cvv: "7319" };
const paymentMethod = (change) => ({
  card,
  isDefault: change,
  // The default can't be deleted. Card 1 is the one that the account begins with.
  ...(change ? { onDelete: { makeDefault: 1 } } : {}),
});
const client = (change) => ({
  label: "Shop",
  redirectUri: `https://${change ? "new" : "old"}.example/callback`,
});
const schedule = (change) => ({ day: change ? "Sunday" : "Saturday", window: "W10" });
const image = (change) => ({
  file: "test/states/0.1.0/disk.img.gz",
  region: "us-east",
  description: change ? "new" : "old",
});

exports.programs = {
  instance: (declare, change) => async (register) => {
    await register(declare("Instance", "web", instance(change)));
    return {};
  },
  image: (declare, change) => async (register) => {
    await register(declare("Image", "golden", image(change)));
    return {};
  },
  "oauth-client": (declare, change) => async (register) => {
    await register(declare("OAuthClient", "app", client(change)));
    return {};
  },
  "payment-method": (declare, change) => async (register) => {
    await register(declare("PaymentMethod", "card", paymentMethod(change)));
    return {};
  },
  "backup-schedule": (declare, change) => async (register) => {
    const { outputs } = await register(declare("Instance", "web", place));
    const { instanceId } = outputs;
    await register(declare("BackupSchedule", "weekly", { instanceId, ...schedule(change) }));
    return {};
  },
  stack: (declare, change) => async (register) => {
    const { urn } = await register({ type: "shop:index:Site", name: "site", custom: false, inputs: {} });
    await register(declare("Instance", "web", instance(change), { parent: urn }));
    await register(declare("Image", "golden", image(change)));
    await register(declare("OAuthClient", "app", client(change)));
    await register(declare("PaymentMethod", "card", paymentMethod(change)));
    return {};
  },
};

/** The program of `stack` with one more instance. The engine was killed while it created that one. */
exports.killed = (declare, change) => async (register) => {
  await exports.programs.stack(declare, change)(register);
  await register(declare("Instance", "late", instance(change)));
  return {};
};
