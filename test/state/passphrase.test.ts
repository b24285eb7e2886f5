import { createPassphrase, openPassphrase } from "../../src/state";

describe("encryption under a passphrase", () => {
  it("opens what the CLI sealed", async () => {
    const secrets = await openPassphrase(
      "correct horse",
      "v1:lOaxXgGtlgw=:v1:dYbTTBgvE9iAwoJt:RUV5ngn/hzfkwy8W8XL0VNscA9oUqg==",
    );
    const ciphertext = "v1:lUXSrZJ0krX1iCC0:ivGrfoy2iwqI4y/Ii7zP7JyjAJ5mhbhCKWIK+w==";
    expect(secrets.decrypt(ciphertext, "token")).toBe("s3cret ünï");
  });

  it("opens what it sealed, after the salt alone crossed over", async () => {
    const made = await createPassphrase("correct horse");
    expect(made.salt).toMatch(/^v1:[A-Za-z0-9+/]{11}=:v1:[A-Za-z0-9+/]{16}:[A-Za-z0-9+/]+={0,2}$/);
    const sealed = made.encrypt('"hunter2"', "a");
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]{16}:/);
    const opened = await openPassphrase("correct horse", made.salt);
    expect(opened.decrypt(sealed, "a")).toBe('"hunter2"');
  });

  it("keeps the ciphertext of what did not change, by its place first", async () => {
    const made = await createPassphrase("p");
    const first = made.encrypt("same", "place one");
    const opened = await openPassphrase("p", made.salt);
    opened.decrypt(first, "place one");
    expect(opened.encrypt("same", "place one")).toBe(first);
    expect(opened.encrypt("same", "place two")).toBe(first);
    expect(opened.encrypt("other", "place one")).not.toBe(first);
  });

  it("says that the passphrase is wrong, and nothing of what is inside", async () => {
    const made = await createPassphrase("right");
    await expect(openPassphrase("wrong", made.salt)).rejects.toThrow("is not the one of this stack");
    await expect(openPassphrase("right", "v2:abc")).rejects.toThrow("not in the form");
    expect(() => made.decrypt("v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x")).toThrow(
      "cannot be decrypted",
    );
  });
});
