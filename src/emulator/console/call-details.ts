import type { z } from "zod";
import { errorBody, redact } from "../../contract";
import { addFurtherFieldsTo } from "../http/further-fields";
import type { Service } from "../service";
import type { FaultRule } from "../types.generated";

/** The parts of a call that are kept besides its entry in the request log. */
export interface KeptCall {
  readonly agent: string | null;
  /** The header `X-Filter`. Undefined if there is none, or it is too long to keep. */
  readonly filter?: string | undefined;
  /** Whether the call has a token that belongs to no account. */
  readonly hasUnknownToken?: boolean;
  readonly rules: readonly FaultRule[];
  /** On the callers' clock. */
  readonly began: number;
  /** On the emulator's clock. */
  readonly time: number;
  /** The position in the log of changes at which the call began. */
  readonly position: number;
  /** Null if there is no response yet. */
  readonly milliseconds: number | null;
  readonly response: KeptResponse | undefined;
}

interface KeptResponse {
  readonly status: number;
  /** The shape of a successful response. */
  readonly schema: z.ZodType;
  /** With secrets. Undefined if it was too long to keep. */
  readonly text: string | undefined;
  readonly length: number;
}

const maxCalls = 5000;
const maxResponseLength = 200_000;
const maxLength = 8 * 2 ** 20;
const maxAgentLength = 200;
const maxFilterLength = 1000;

/** The latest calls with their responses. They are redacted when they are read, because few are read. */
export class CallDetailsLog {
  readonly #calls = new Map<number, KeptCall>();
  /** The total length of the responses. */
  #length = 0;

  begin(number: number, call: Omit<KeptCall, "milliseconds" | "response">): void {
    const agent = call.agent?.slice(0, maxAgentLength) ?? null;
    const filter = (call.filter?.length ?? 0) > maxFilterLength ? undefined : call.filter;
    this.#calls.set(number, { ...call, agent, filter, milliseconds: null, response: undefined });
    this.#shrink();
  }

  addResponse(number: number, status: number, schema: z.ZodType, text: string): void {
    const call = this.#calls.get(number);
    if (!call) return;
    const isKept = text.length <= maxResponseLength;
    const response = { status, schema, text: isKept ? text : undefined, length: text.length };
    this.#length += keptLength(response) - keptLength(call.response);
    this.#calls.set(number, { ...call, response });
    this.#shrink();
  }

  ended(number: number, now: number): void {
    const call = this.#calls.get(number);
    if (call) this.#calls.set(number, { ...call, milliseconds: Math.max(0, now - call.began) });
  }

  get(number: number): KeptCall | undefined {
    return this.#calls.get(number);
  }

  clear(): void {
    this.#calls.clear();
    this.#length = 0;
  }

  #shrink(): void {
    for (const [number, oldest] of this.#calls) {
      if (this.#calls.size <= maxCalls && this.#length <= maxLength) return;
      this.#calls.delete(number);
      this.#length -= keptLength(oldest.response);
    }
  }
}

function keptLength(response: KeptResponse | undefined): number {
  return response?.text?.length ?? 0;
}

/** A response without secrets, or the reason why there is none. */
export function redactedResponse(
  response: KeptResponse | undefined,
  { brand, settings }: Pick<Service, "brand" | "settings">,
): { readonly response: unknown } | { readonly responseOmitted: string } {
  if (!response) return { responseOmitted: "The response is no longer kept." };
  const { status, schema, text, length } = response;
  if (text === undefined)
    return { responseOmitted: `The response was not kept because it has ${length} characters.` };
  if (text === "") return { responseOmitted: "The response has no body." };
  const shape = status < 400 ? schema : errorBody;
  const parsed: unknown = JSON.parse(text);
  const known = brand.toWire(shape, redact(shape, brand.fromWire(shape, parsed)));
  // Redacting omits fields that the contract does not know. These are constants.
  return { response: addFurtherFieldsTo(shape)(known, settings) };
}
