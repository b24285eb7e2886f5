import * as pulumi from "@pulumi/pulumi";

/** Loaded for the first explicit provider. */
const loadConfig = (): typeof import("../config") => require("../config");

const checked = new WeakSet<pulumi.ProviderResource>();

/**
 * Warns, once per explicit provider, if the environment takes the place of its address or its token: its resources would be created with
 * those of the environment, perhaps in another account. Also warns of a token that is not secret.
 */
export function warnOfSettings(provider: pulumi.ProviderResource): void {
  if (checked.has(provider)) return;
  checked.add(provider);
  const { overridingVariables, settingNames } = loadConfig();
  const keys: readonly string[] = [settingNames.baseUrl.key, settingNames.token.key];
  const inputs = keys.map((key): unknown => Reflect.get(provider, key));
  warnOfPlainToken(provider);
  pulumi.all(inputs).apply((values) => {
    const variables = overridingVariables({
      stack: (key) => {
        const value = values[keys.indexOf(key)];
        return typeof value === "string" ? value : undefined;
      },
    });
    if (variables.length === 0) return;
    const names = variables.join(" and ");
    void pulumi.log.warn(
      `The resources of this provider are created with ${names} of the environment, although its own configuration has other values. Unset ${names} to use those.`,
      provider,
    );
  });
}

function warnOfPlainToken(provider: pulumi.ProviderResource): void {
  const { key } = loadConfig().settingNames.token;
  const token: unknown = Reflect.get(provider, key);
  if (!pulumi.Output.isInstance(token)) return;
  token.apply(async (value) => {
    if (!value || (await pulumi.isSecret(token))) return;
    await pulumi.log.warn(
      `${key} is not secret, so the state and its history contain the token in plain text. Pass it as \`config.requireSecret(...)\` or \`pulumi.secret(...)\`, and replace the token in the service.`,
      provider,
    );
  });
}
