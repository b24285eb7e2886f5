import * as pulumi from "@pulumi/pulumi";
import { getOAuthClients, getOAuthClientsOutput } from "../../src";
import { settled, startFilledService, stopServices } from "./service";

afterAll(stopServices);

const labels = (clients: readonly { readonly label: string }[]) => clients.map(({ label }) => label).sort();

async function startWithClients() {
  const { client, ...service } = await startFilledService();
  const redirect_uri = "https://app.example.com/callback";
  const shop = await client.oauthClients.create({ label: "Shop", redirect_uri });
  await client.oauthClients.create({ label: "Shop", redirect_uri, public: true });
  await client.oauthClients.create({ label: "Desk", redirect_uri });
  return { ...service, shop };
}

it("finds clients whole, and without their secret", async () => {
  const { options, shop } = await startWithClients();
  expect(await getOAuthClients({ id: shop.id }, options)).toEqual([
    {
      id: shop.id,
      label: "Shop",
      public: false,
      redirectUri: "https://app.example.com/callback",
      status: "active",
      thumbnailUrl: null,
    },
  ]);
});

it.each([
  [{}, ["Desk", "Shop", "Shop"]],
  [{ label: "shop" }, ["Shop", "Shop"]],
  [{ label: /^D/ }, ["Desk"]],
  [{ label: "Shop", public: true }, ["Shop"]],
  [{ public: false }, ["Desk", "Shop"]],
])("with %j finds %j", async (filters, expected) => {
  const { options } = await startWithClients();
  expect(labels(await getOAuthClients(filters, options))).toEqual(expected);
});

it("takes outputs", async () => {
  const { options } = await startWithClients();
  const found = getOAuthClientsOutput(
    { label: pulumi.output("desk"), public: pulumi.output(false) },
    options,
  );
  expect(labels(await settled(found))).toEqual(["Desk"]);
  expect(labels(await settled(getOAuthClientsOutput({ label: /desk/i }, options)))).toEqual(["Desk"]);
});
