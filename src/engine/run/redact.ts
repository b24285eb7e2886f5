import type { Configuration } from "../../state";
import type { EngineEvent } from "../core";

const redacted = "[secret]";
/** Shorter values would blank out half of every line. */
const shortest = 3;

/** Takes the values of secret configuration out of what programs and providers print. */
export function redactor(configuration: Configuration): (event: EngineEvent) => EngineEvent {
  const values = [...configuration.values()]
    .filter(({ value, secret }) => secret && value.length >= shortest)
    .map(({ value }) => value)
    .sort((left, right) => right.length - left.length);
  const blank = (text: string) => values.reduce((rest, value) => rest.replaceAll(value, redacted), text);
  return (event) => {
    if (values.length === 0 || (event.kind !== "message" && event.kind !== "stepFailed")) return event;
    return { ...event, message: blank(event.message) };
  };
}
