import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Example, secretOf } from "./example";

it("creates a client, exports its valid secret, resets it on demand, and deletes the client", async () => {
  const example = await Example.open("oauth-app");
  try {
    const { outputs } = await example.run("up");
    const [client] = example.world.oauth_clients;
    expect(example.world.oauth_clients).toMatchObject([
      {
        id: outputs.clientId,
        label: "Example application",
        redirect_uri: "https://app.example.com/callback",
        public: false,
        thumbnail: {
          content_type: "image/png",
          data: readFileSync(join(example.folder, "thumbnail.png")).toString("base64"),
        },
      },
    ]);
    const secret = String(secretOf(outputs, "secret"));
    expect(createHash("sha256").update(secret).digest("hex")).toBe(client?.secret_sha256);
    expect(String(outputs.thumbnailUrl)).toContain(`/account/oauth-clients/${outputs.clientId}/thumbnail`);

    example.changingCalls();
    const again = await example.run("up");
    expect(again.counts).toMatchObject({ created: 0, updated: 0, replaced: 0, unchanged: 1 });
    expect(secretOf(again.outputs, "secret")).toBe(secret);
    expect(example.changingCalls()).toEqual([]);

    await example.configure("secretVersion", "2");
    const renewed = String(secretOf((await example.run("up")).outputs, "secret"));
    expect(example.changingCalls()).toEqual(["oauthClients.resetSecret"]);
    const [changed] = example.world.oauth_clients;
    expect(createHash("sha256").update(renewed).digest("hex")).toBe(changed?.secret_sha256);

    await example.run("destroy");
    expect(example.world.oauth_clients).toEqual([]);
    const written = example.everythingWritten();
    for (const text of [secret, renewed]) expect(written).not.toContain(text);
  } finally {
    await example.close();
  }
}, 60_000);
