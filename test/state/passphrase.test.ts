import { createPassphrase, openPassphrase } from "../../src/state";

describe("encryption with a passphrase", () => {
  it("decrypts what the CLI encrypted", async () => {
    const secrets = await openPassphrase(
      "correct horse",
      "v1:lOaxXgGtlgw=:v1:dYbTTBgvE9iAwoJt:RUV5ngn/hzfkwy8W8XL0VNscA9oUqg==",
    );
    const ciphertext = "v1:lUXSrZJ0krX1iCC0:ivGrfoy2iwqI4y/Ii7zP7JyjAJ5mhbhCKWIK+w==";
    expect(secrets.decrypt(ciphertext, "token")).toBe("s3cret ünï");
  });

  it("decrypts what it encrypted, from only the salt and the passphrase", async () => {
    const created = await createPassphrase("correct horse");
    expect(created.salt).toMatch(/^v1:[A-Za-z0-9+/]{11}=:v1:[A-Za-z0-9+/]{16}:[A-Za-z0-9+/]+={0,2}$/);
    const sealed = created.encrypt('"hunter2"', "a");
    expect(sealed).toMatch(/^v1:[A-Za-z0-9+/]{16}:/);
    const opened = await openPassphrase("correct horse", created.salt);
    expect(opened.decrypt(sealed, "a")).toBe('"hunter2"');
  });

  it("keeps the ciphertext of an unchanged value, at its own place first", async () => {
    const created = await createPassphrase("p");
    const first = created.encrypt("same", "place one");
    const opened = await openPassphrase("p", created.salt);
    opened.decrypt(first, "place one");
    expect(opened.encrypt("same", "place one")).toBe(first);
    expect(opened.encrypt("same", "place two")).toBe(first);
    expect(opened.encrypt("other", "place one")).not.toBe(first);
  });

  it("rejects a wrong passphrase, an unknown salt and a damaged ciphertext", async () => {
    const created = await createPassphrase("right");
    await expect(openPassphrase("wrong", created.salt)).rejects.toThrow("is wrong for this stack");
    await expect(openPassphrase("right", "v2:abc")).rejects.toThrow("not in the form");
    expect(() => created.decrypt("v1:AAAAAAAAAAAAAAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x")).toThrow(
      "cannot be decrypted",
    );
  });
});
