type Child = Node | string | false | undefined;

interface Attributes {
  readonly class?: string;
  readonly on?: Readonly<Record<string, (event: Event) => void>>;
  /** Set by script, which the page's policy allows. It does not allow an attribute `style`. */
  readonly style?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

/** Creates an element. Strings become text nodes, so that nothing in them is ever markup. */
export function h<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...children.filter(isPresent));
  return element;
}

/** Creates an element of an SVG picture. */
export function svg<N extends keyof SVGElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[N] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAttributes(element, attributes);
  element.append(...children.filter(isPresent));
  return element;
}

/** Changes the text only if it differs, so that a selection in it stays. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows one of the elements that a place has, and keeps the others with their scroll positions. */
export function showOne(place: HTMLElement, shown: HTMLElement): void {
  if (shown.parentElement !== place) place.append(shown);
  for (const child of [...place.children]) {
    if (child !== shown && child.matches(".empty")) child.remove();
    else if (child instanceof HTMLElement) child.hidden = child !== shown;
  }
}

export function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function setAttributes(
  element: HTMLElement | SVGElement,
  { on, style, class: classes, ...rest }: Attributes,
): void {
  if (classes !== undefined) element.setAttribute("class", classes);
  for (const [event, listener] of Object.entries(on ?? {})) element.addEventListener(event, listener);
  for (const [property, value] of Object.entries(style ?? {})) element.style.setProperty(property, value);
  for (const [name, value] of Object.entries(rest)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
}

function isPresent(child: Child): child is Node | string {
  return child !== false && child !== undefined;
}
