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
  const { overrideWarning, settingNames } = loadConfig();
  const keys: readonly string[] = [settingNames.baseUrl.key, settingNames.token.key];
  const inputs = keys.map((key): unknown => Reflect.get(provider, key));
  warnOfPlainToken(provider, settingNames.token.key);
  pulumi.all(inputs).apply((values) => {
    const warning = overrideWarning("The resources of this provider are created", {
      stack: (key) => {
        const value = values[keys.indexOf(key)];
        return typeof value === "string" ? value : undefined;
      },
    });
    if (warning !== undefined) void pulumi.log.warn(warning, provider);
  });
}

function warnOfPlainToken(provider: pulumi.ProviderResource, key: string): void {
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
