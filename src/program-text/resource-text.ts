import { literal, textLiteral } from "./literal";

/** A resource as a program declares it. */
export interface ResourceDeclaration {
  /** The class: `Instance`. */
  readonly type: string;
  readonly name: string;
  /** The constant that holds it. Default: none. */
  readonly variable?: string;
  /** Whether other files of the program can import the constant. Default: false. */
  readonly isExported?: boolean;
  /** The id of the object to adopt, in the form of the argument `adopt`. Default: a new object is created. */
  readonly adopt?: string | number;
  /** The other arguments, in the order in which they are written: what JSON can hold, and expressions. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The variable of its explicit provider. Default: the default provider. */
  readonly provider?: string | undefined;
}

/** The statement that declares a resource, with `adopt` on a line of its own. */
export function resourceText(declaration: ResourceDeclaration): string {
  const { type, name, variable, isExported = false, adopt, args, provider } = declaration;
  const constant = variable === undefined ? "" : `${isExported ? "export " : ""}const ${variable} = `;
  const lines = [["adopt", adopt] as const, ...Object.entries(args)].flatMap(([argument, value]) => {
    if (value === undefined) return [];
    const key = `  ${argument}: `;
    return [`${key}${literal(value, "  ", key.length)},\n`];
  });
  const written = lines.length === 0 ? "{}" : `{\n${lines.join("")}}`;
  const options = provider === undefined ? "" : `, { provider: ${provider} }`;
  return `${constant}new ${type}(${textLiteral(name)}, ${written}${options});\n`;
}
