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
 * One JSON object per line and event, as documented in docs/engine.md. Secrets are `"[secret]"` and unknown values `"[unknown]"`. Code and
 * the content of assets are omitted.
 */
export class JsonRenderer implements Renderer {
  readonly #output: Output;
  constructor(output: Output) {
    this.#output = output;
  }

  readonly listener = (event: EngineEvent): void => {
    this.#output.write(`${printableJson(JSON.stringify(eventJson(event)))}\n`);
  };

  close(): void {
    // Every line is written at once.
  }
}

function eventJson(event: EngineEvent): object {
  if ("step" in event) return { ...event, step: stepJson(event.step) };
  if (event.kind !== "stackOutputs") return event;
  return { ...event, old: mapJson(event.old), new: mapJson(event.new) };
}

function stepJson(step: Step): object {
  const { old, new: next, ...rest } = step;
  const changes = changesOfStep(step).map(({ path, before, after, replaces }) => ({
    path,
    ...(before !== undefined && { before: valueJson(before) }),
    ...(after !== undefined && { after: valueJson(after) }),
    replaces,
  }));
  return { ...rest, changes, ...(old && { old: stateJson(old) }), ...(next && { new: stateJson(next) }) };
}

function stateJson({ id, parent, inputs, outputs, protect, initErrors }: ResourceState): object {
  return { id, parent, inputs: mapJson(inputs), outputs: mapJson(outputs), protect, initErrors };
}

const isCode = (name: string) => name === "__provider";

function mapJson(map: PropertyMap): object {
  const properties = Object.entries(map).filter(([name]) => !isCode(name));
  return Object.fromEntries(properties.map(([name, value]) => [name, valueJson(value)]));
}

function valueJson(value: PropertyValue): unknown {
  if (isList(value)) return value.map(valueJson);
  if (!isMap(value)) return value;
  const kind = value[signatureKey];
  if (kind !== signatures.asset && kind !== signatures.archive) return mapJson(value);
  const { hash, path, uri } = value;
  return { [kind === signatures.asset ? "asset" : "archive"]: { hash, path, uri } };
}
