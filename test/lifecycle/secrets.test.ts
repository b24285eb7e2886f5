import { createSecrets, redactedLog } from "../../src/lifecycle";
import { InitializationError, LifecycleError } from "../../src/lifecycle/failures";
import { redactedError } from "../../src/lifecycle/secrets";

const secrets = createSecrets();
secrets.learn({ card: [{ number: "4111111111111111", cvv: "73190" }] });

const leaking = "the card 4111111111111111\u001b[2J";
const about = { project: "shop", stack: "dev", type: "Thing", name: "main" };

describe("secrets", () => {
  it("are redacted if they have at least six characters: shorter ones occur in unrelated strings", () => {
    secrets.learn("123456");
    expect(secrets.redact("73190 123456")).toMatch(/^73190 (?!123456)/);
  });

  it("and control characters are in no message", async () => {
    const messages: string[] = [];
    const write = (kind: string) => (text: string, named: unknown) =>
      void messages.push(`${kind} ${named === about} ${text}`);
    const log = redactedLog(
      {
        info: write("info"),
        warn: write("warn"),
        progress: write("progress"),
        alreadyDeleted: async (text, named) => write("alreadyDeleted")(text, named),
        retained: async (text, severity, named) => write(`retained ${severity}`)(text, named),
      },
      secrets,
    );
    log.info(leaking, about);
    log.warn(leaking, about);
    log.progress(leaking, about);
    await log.alreadyDeleted(leaking, about);
    await log.retained(leaking, "warn", about);
    expect(messages.map((message) => message.split(" ").slice(0, 4).join(" "))).toEqual([
      "info true the card",
      "warn true the card",
      "progress true the card",
      "alreadyDeleted true the card",
      "retained warn true the",
    ]);
    expect(messages.join()).not.toMatch(/4111|\p{Cc}/u);
  });
});

describe("a redacted error", () => {
  it("keeps its name", () => {
    const redacted = redactedError(new LifecycleError(leaking), secrets);
    expect(redacted).toMatchObject({
      name: "LifecycleError",
      message: expect.not.stringMatching(/4111|\p{Cc}/u),
    });
    expect(redacted).toMatchObject({ message: expect.stringMatching(/^the card/) });
  });

  it("is the same one if it contains no secret, or is not an error", () => {
    const harmless = new LifecycleError("no card");
    expect(redactedError(harmless, secrets)).toBe(harmless);
    expect(redactedError(leaking, secrets)).toBe(leaking);
  });

  it("of a failed initialization keeps the id and the properties for the state, with redacted reasons", () => {
    const properties = { card: "4111111111111111" };
    const redacted = redactedError(new InitializationError("5", properties, [leaking, "no card"]), secrets);
    if (!(redacted instanceof InitializationError)) throw new Error("It is another error.");
    expect(redacted).toMatchObject({ id: "5", properties, reasons: [expect.any(String), "no card"] });
    expect(redacted.reasons.join()).not.toMatch(/4111|\p{Cc}/u);
  });
});
