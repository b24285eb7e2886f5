import { getOAuthClients } from "pulumi-nodecloud";

export const callbacks = getOAuthClients({ public: false }).then((clients) =>
  clients.map(({ label, redirectUri }) => ({ label, redirectUri })),
);
