import type { Argument, Brand, NamedOperation } from "../../contract";
import { shellWord } from "../../shell-word";
import { kebabCase } from "./names";
import type { ArgumentOption } from "./options";

/** A command line that calls the operation, for its help. */
export function exampleOf(
  { name, group, operation }: NamedOperation,
  options: readonly ArgumentOption[],
  brand: Brand,
): string {
  const shown = new Set(shownOptional[name]);
  const words = options
    .filter(({ required, argument }) => required || shown.has(argument.name))
    .flatMap(({ argument, flag }) => {
      if (argument.form === "boolean") return [flag];
      const value = shellWord(exampleValue(argument, brand));
      return argument.place === "path" ? [value] : [flag, value];
    });
  const rest = [
    ...(operation.paged ? ["--limit", "10"] : []),
    ...(operation.returnsBytes ? ["--output", "thumbnail.png"] : []),
    ...(name === "images.upload" ? ["--file", "disk.img"] : []),
  ];
  const operationName = kebabCase(name.slice(group.length + 1));
  return ["nodecloud api", kebabCase(group), operationName, ...words, ...rest].join(" ");
}

/** Optional arguments that make an example more useful. */
const shownOptional: Readonly<Partial<Record<string, readonly string[]>>> = {
  "instances.create": ["image", "root_pass", "label"],
  "instances.update": ["label"],
  "instances.clone": ["region", "type"],
  "account.update": ["email"],
  "oauthClients.update": ["label"],
  "images.create": ["label"],
  "images.update": ["label"],
};

/**
 * An example value for an argument, chosen by its name. Secrets are in files, because other users of the machine can read the command
 * line.
 */
function exampleValue({ name, choices, form }: Argument, brand: Brand): string {
  const [choice] = choices;
  if (choice !== undefined) return choice;
  if (form === "bytes") return "@logo.png";
  if (/_?id$/i.test(name)) return identifiers[name] ?? "123";
  if (name === "entities") return JSON.stringify({ [brand.field("nodes")]: [123] });
  if (name === "image") return `${brand.word}/debian12`;
  return values[name] ?? "web";
}

/** Ids that are not numbers. */
const identifiers: Readonly<Partial<Record<string, string>>> = {
  clientId: "2737bf16b39ab5d7b4a1",
  imageId: "private/123",
  regionId: "us-east",
};

const values: Readonly<Partial<Record<string, string>>> = {
  card_number: "@card-number.txt",
  cvv: "@cvv.txt",
  data: "@card.json",
  email: "team@example.com",
  expiry_month: "@month.txt",
  expiry_year: "@year.txt",
  redirect_uri: "https://app.example.com/callback",
  region: "us-east",
  root_pass: "@password.txt",
  token: "123e4567-e89b-42d3-a456-426614174000",
  type: "g1-nano-1",
  usd: "120.50",
};
