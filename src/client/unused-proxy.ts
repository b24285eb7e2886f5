/** The variable that names a proxy for this address, under the name that it is set as. Proxies are never used. */
export function unusedProxyOf(address: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (!address.startsWith("https:")) return undefined;
  return Object.keys(env).find((name) => name.toUpperCase() === "HTTPS_PROXY" && env[name]);
}
