import { printableJson } from "../../printable";
import {
  isList,
  isMap,
  type PropertyMap,
  type PropertyValue,
  type ResourceState,
  signatureKey,
  signatures,
} from "../../state";
import type { EngineEvent, Step } from "../core";
import type { Output, Renderer } from "./renderer";
import { changesOfStep } from "./step-changes";

/**
 * One JSON object a line and an event, as docs/engine.md lists them. Secrets are `"[secret]"`, what a preview does not
 * know is `"[unknown]"`; code and the content of assets are left out.
 */
export class JsonRenderer implements Renderer {
  readonly #output: Output;
  constructor(output: Output) {
    this.#output = output;
  }

  readonly listener = (event: EngineEvent): void => {
    this.#output.write(`${printableJson(JSON.stringify(shown(event)))}\n`);
  };

  close(): void {
    // Every line is written when it happens.
  }
}

function shown(event: EngineEvent): object {
  if ("step" in event) return { ...event, step: shownStep(event.step) };
  if (event.kind !== "stackOutputs") return event;
  return { ...event, old: shownMap(event.old), new: shownMap(event.new) };
}

function shownStep(step: Step): object {
  const { old, new: next, ...rest } = step;
  const changes = changesOfStep(step).map(({ path, before, after, replaces }) => ({
    path,
    ...(before !== undefined && { before: shownValue(before) }),
    ...(after !== undefined && { after: shownValue(after) }),
    replaces,
  }));
  return { ...rest, changes, ...(old && { old: shownState(old) }), ...(next && { new: shownState(next) }) };
}

function shownState({ id, parent, inputs, outputs, protect, initErrors }: ResourceState): object {
  return { id, parent, inputs: shownMap(inputs), outputs: shownMap(outputs), protect, initErrors };
}

const isCode = (name: string) => name === "__provider";

function shownMap(map: PropertyMap): object {
  const names = Object.keys(map).filter((name) => !isCode(name));
  return Object.fromEntries(names.map((name) => [name, shownValue(map[name])]));
}

function shownValue(value: PropertyValue | undefined): unknown {
  if (value === undefined) return undefined;
  if (isList(value)) return value.map(shownValue);
  if (!isMap(value)) return value;
  const kind = value[signatureKey];
  if (kind !== signatures.asset && kind !== signatures.archive) return shownMap(value);
  const { hash, path, uri } = value;
  return { [kind === signatures.asset ? "asset" : "archive"]: { hash, path, uri } };
}
