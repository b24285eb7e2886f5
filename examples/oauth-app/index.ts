import * as pulumi from "@pulumi/pulumi";
import { OAuthClient } from "pulumi-nodecloud";

const config = new pulumi.Config();
const secretVersion = config.get("secretVersion");

const app = new OAuthClient("app", {
  label: config.get("label") ?? "Example application",
  redirectUri: config.get("redirectUri") ?? "https://app.example.com/callback",
  public: false,
  thumbnail: new pulumi.asset.FileAsset("thumbnail.png"),
  // Changing this value resets the secret.
  ...(secretVersion === undefined ? {} : { secretVersion }),
});

export const clientId = app.clientId;
// `nodecloud stack output secret --show-secrets` shows it.
export const secret = app.secret;
export const thumbnailUrl = app.thumbnailUrl;
