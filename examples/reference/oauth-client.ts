import { OAuthClient } from "pulumi-nodecloud";

const app = new OAuthClient("app", {
  label: "Shop",
  redirectUri: "https://shop.example.com/callback",
  secretVersion: 1,
});

export const clientId = app.clientId;
export const clientSecret = app.secret;
