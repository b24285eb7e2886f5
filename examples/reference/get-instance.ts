import { getInstance, getInstances } from "pulumi-nodecloud";

export const address = getInstance({ label: "web" }).then(({ ipv4: [first] }) => first);
export const running = getInstances({ tag: "shop", status: "running" }).then((instances) =>
  instances.map(({ label }) => label),
);
