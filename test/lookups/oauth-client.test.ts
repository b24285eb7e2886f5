import * as pulumi from "@pulumi/pulumi";
import { getOAuthClients, getOAuthClientsOutput } from "../../src";
import { outputValue, startServiceWithToken, stopServices } from "./service";

afterAll(stopServices);

const labels = (clients: readonly { readonly label: string }[]) => clients.map(({ label }) => label).sort();

async function startWithClients() {
  const { client, ...service } = await startServiceWithToken();
  const redirect_uri = "https://app.example.com/callback";
  const shop = await client.oauthClients.create({ label: "Shop", redirect_uri });
  await client.oauthClients.create({ label: "Shop", redirect_uri, public: true });
  await client.oauthClients.create({ label: "Desk", redirect_uri });
  return { ...service, shop };
}

it("returns all fields of a client except its secret", async () => {
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
])("with %j, returns the clients %j", async (filters, expected) => {
  const { options } = await startWithClients();
  expect(labels(await getOAuthClients(filters, options))).toEqual(expected);
});

it("resolves outputs", async () => {
  const { options } = await startWithClients();
  const found = getOAuthClientsOutput(
    { label: pulumi.output("desk"), public: pulumi.output(false) },
    options,
  );
  expect(labels(await outputValue(found))).toEqual(["Desk"]);
  expect(labels(await outputValue(getOAuthClientsOutput({ label: /desk/i }, options)))).toEqual(["Desk"]);
});
