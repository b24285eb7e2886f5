import ts from "typescript";

/** Wrapper types that mean nothing to the reader of a page, unlike the types in them. */
const transparent: ReadonlySet<string> = new Set(["Readonly", "pulumi.Output"]);

/** A type as the pages show it: without `readonly`, and without the wrapper of an output. */
export function typeText(type: ts.TypeNode | undefined): string {
  if (type === undefined) return "unknown";
  if (ts.isTypeOperatorNode(type)) return typeText(type.type);
  if (ts.isParenthesizedTypeNode(type)) return `(${typeText(type.type)})`;
  if (ts.isArrayTypeNode(type)) return `${typeText(type.elementType)}[]`;
  if (ts.isUnionTypeNode(type)) return unionText(type);
  if (ts.isTypeLiteralNode(type)) return literalText(type);
  if (ts.isTypeReferenceNode(type)) return referenceText(type);
  return type.getText();
}

/** `DayOfWeek | (string & {})` accepts any string, and names some for editors. */
function unionText({ types }: ts.UnionTypeNode): string {
  const texts = types.map(typeText);
  return texts.includes("(string & {})") ? "string" : texts.join(" | ");
}

function literalText({ members }: ts.TypeLiteralNode): string {
  const texts = members
    .filter(ts.isPropertySignature)
    .map((member) => `${member.name.getText()}${member.questionToken ? "?" : ""}: ${typeText(member.type)}`);
  return `{ ${texts.join("; ")} }`;
}

function referenceText({ typeName, typeArguments }: ts.TypeReferenceNode): string {
  const name = typeName.getText();
  const inner = (typeArguments ?? []).map(typeText);
  if (inner.length === 0) return name;
  return transparent.has(name) && inner.length === 1 ? inner.join() : `${name}<${inner.join(", ")}>`;
}
