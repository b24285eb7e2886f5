import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { typeText } from "./displayed-type";

/** A property of an interface or a class, as it is written. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** Its documentation in one line. Empty if it has none. */
  readonly description: string;
}

/** An interface as it is written, without inherited members. */
export interface InterfaceDeclaration {
  readonly name: string;
  readonly description: string;
  readonly bases: readonly string[];
  readonly members: readonly Member[];
}

/** An exported function, or a static method. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** The text of `@throws`. */
  readonly throws: string;
  /** `getRegion(query: RegionQuery, options?: LookupOptions): Promise<RegionResult>` */
  readonly signature: string;
}

/** The root of the package: two folders above this file, in `src` and in `build`. */
export const root = join(__dirname, "..", "..");

/** The declarations in a file of `src`. It is parsed without types, so that only its own syntax is known. */
export class SourceFile {
  readonly #path: string;
  readonly #statements: readonly ts.Statement[];

  /** @param path The path below `src`. */
  constructor(path: string) {
    this.#path = path;
    const text = readFileSync(join(root, "src", path), "utf8");
    this.#statements = [...ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true).statements];
  }

  get interfaces(): readonly InterfaceDeclaration[] {
    return this.#statements
      .filter(ts.isInterfaceDeclaration)
      .filter(isExported)
      .map((declaration) => ({
        name: declaration.name.text,
        description: descriptionOf(declaration),
        bases: (declaration.heritageClauses ?? []).flatMap(({ types }) =>
          types.map((type) => type.getText()),
        ),
        members: declaration.members.filter(ts.isPropertySignature).map(memberOf),
      }));
  }

  interface(name: string): InterfaceDeclaration {
    const found = this.interfaces.find((declaration) => declaration.name === name);
    if (!found) throw new Error(`${this.#path} has no interface ${name}.`);
    return found;
  }

  get functions(): readonly FunctionDeclaration[] {
    return this.#statements.filter(ts.isFunctionDeclaration).filter(isExported).map(functionOf);
  }

  /** The properties and the static methods that a class declares, without those that it overrides. */
  class(name: string): {
    readonly properties: readonly Member[];
    readonly statics: readonly FunctionDeclaration[];
  } {
    const members = this.#statements
      .filter(ts.isClassDeclaration)
      .filter((declaration) => declaration.name?.text === name)
      .flatMap((declaration) => [...declaration.members]);
    return {
      properties: members.filter(ts.isPropertyDeclaration).map(memberOf),
      statics: members
        .filter(ts.isMethodDeclaration)
        .filter((method) => has(method, ts.SyntaxKind.StaticKeyword))
        .filter((method) => !has(method, ts.SyntaxKind.OverrideKeyword))
        .map(functionOf),
    };
  }

  /** The strings of a union, each with the documentation before it. */
  union(name: string): ReadonlyMap<string, string> {
    const type = this.aliases.get(name);
    const members = type !== undefined && ts.isUnionTypeNode(type) ? [...type.types] : [];
    return new Map(
      members.map((member, at) => [
        member.getText().replaceAll('"', ""),
        commentIn(member.getSourceFile().text.slice(members[at - 1]?.end ?? type?.pos, member.getStart())),
      ]),
    );
  }

  /** The documentation of a constant or of a type alias. */
  descriptionOf(name: string): string {
    const named = this.#statements.find((statement) => {
      if (ts.isTypeAliasDeclaration(statement)) return statement.name.text === name;
      return ts.isVariableStatement(statement) && constantsIn(statement).some((one) => one.name === name);
    });
    return named ? descriptionOf(named) : "";
  }

  /** The exported types that stand for other types, by name. */
  get aliases(): ReadonlyMap<string, ts.TypeNode> {
    const aliases = this.#statements.filter(ts.isTypeAliasDeclaration).filter(isExported);
    return new Map(aliases.map(({ name, type }) => [name.text, type]));
  }

  /** The string properties of an object within a constant object: `outputs` of `declaration`. */
  stringsIn(constant: string, property: string): ReadonlyMap<string, string> {
    const [found] = this.#statements
      .filter(ts.isVariableStatement)
      .flatMap(constantsIn)
      .filter(({ name }) => name === constant);
    const outer = propertiesOf(found?.value).get(property);
    const texts = [...propertiesOf(outer)].flatMap(([name, value]): [string, string][] =>
      ts.isStringLiteral(value) ? [[name, value.text]] : [],
    );
    return new Map(texts);
  }
}

function memberOf(node: ts.PropertySignature | ts.PropertyDeclaration): Member {
  const optional = node.questionToken !== undefined;
  return {
    name: node.name.getText(),
    type: optional ? withoutUndefined(typeText(node.type)) : typeText(node.type),
    optional,
    description: descriptionOf(node),
  };
}

/** `(() => void) | undefined` → `() => void` */
function withoutUndefined(type: string): string {
  return type.replace(/ \| undefined$/, "").replace(/^\(([^()]*\([^()]*\)[^()]*)\)$/, "$1");
}

function functionOf(node: ts.FunctionDeclaration | ts.MethodDeclaration): FunctionDeclaration {
  const parameters = node.parameters.map(({ name, questionToken, initializer, type }) => {
    const isOptional = questionToken !== undefined || initializer !== undefined;
    return `${name.getText()}${isOptional ? "?" : ""}: ${typeText(type)}`;
  });
  const [throws] = ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === "throws");
  return {
    name: node.name?.getText() ?? "",
    description: descriptionOf(node),
    throws: oneLine(ts.getTextOfJSDocComment(throws?.comment)),
    signature: `${node.name?.getText()}(${parameters.join(", ")}): ${typeText(node.type)}`,
  };
}

function descriptionOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return oneLine(ts.getTextOfJSDocComment(comments.at(-1)?.comment));
}

/** The parser attaches documentation to declarations only, not to the parts of a union. */
function commentIn(text: string): string {
  return oneLine(/\/\*\*(.*?)\*\//s.exec(text)?.[1]);
}

function oneLine(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

function isExported(node: ts.HasModifiers): boolean {
  return has(node, ts.SyntaxKind.ExportKeyword);
}

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false;
}

function constantsIn({ declarationList }: ts.VariableStatement) {
  return declarationList.declarations.map(({ name, initializer }) => ({
    name: name.getText(),
    value: initializer,
  }));
}

function propertiesOf(value: ts.Expression | undefined): ReadonlyMap<string, ts.Expression> {
  const object = value !== undefined && ts.isObjectLiteralExpression(value) ? value.properties : [];
  return new Map(
    [...object].filter(ts.isPropertyAssignment).map(({ name, initializer }) => [name.getText(), initializer]),
  );
}
