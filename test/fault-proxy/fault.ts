/** The effect of a fault on a request or its response. Times are in milliseconds of the proxy's clock. */
export type ProxyEffect =
  /** The connection is reset. */
  | { readonly reset: true }
  /** The connection stays open, and no response is sent. */
  | { readonly hang: true }
  /** Another response, with an error in the interface's form by default. */
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** An error page from another proxy. */
  | { readonly html: number }
  /** Bytes that are not HTTP. */
  | { readonly garbage: true }
  /** Half of the service's response, then a reset. */
  | { readonly truncated: true }
  /** The service's response, later. */
  | { readonly latency: number }
  /** The service's response, in 20 parts over this time. */
  | { readonly drip: number }
  /** All connections are reset, and further ones are refused for this time. */
  | { readonly refused: number };

/** The requests that a fault applies to, and its effect. A request has to meet all conditions. */
export interface ProxyFault {
  /** `POST` */
  readonly method?: string;
  /** A part of the path: `/instances`. */
  readonly path?: string;
  /** The first matching request with the fault, counted from 1. Default: 1. */
  readonly from?: number;
  /** The maximum number of requests with the fault. Default: no maximum. */
  readonly count?: number;
  /** From 0 to 1. Default: 1. */
  readonly probability?: number;
  /**
   * `before`: the service does not receive the request. `after`: it receives it, and its response is replaced. `later`: it receives it
   * after `delay`, when the caller has long had the replacement.
   */
  readonly when: "before" | "after" | "later";
  /** With `later`. */
  readonly delay?: number;
  readonly effect: ProxyEffect;
}

/** The name of a fault in reports: `reset after`. */
function nameOfFault({ effect, when }: ProxyFault): string {
  if ("status" in effect) return `${effect.status} ${when}`;
  return "html" in effect ? `HTML page ${when}` : `${Object.keys(effect)[0]} ${when}`;
}

/** Chooses the fault of each request. */
export class ProxyFaults {
  #faults: { readonly fault: ProxyFault; matched: number; applied: number }[] = [];
  readonly #random: () => number;
  /** How often each fault was injected, by name. */
  readonly applied = new Map<string, number>();

  constructor(random: () => number) {
    this.#random = random;
  }

  add(fault: ProxyFault): void {
    this.#faults.push({ fault, matched: 0, applied: 0 });
  }

  clear(): void {
    this.#faults = [];
  }

  /** The first fault that applies to the request. Call it once per request: it counts them. */
  faultOf(method: string, path: string): ProxyFault | undefined {
    let chosen: ProxyFault | undefined;
    for (const entry of this.#faults) {
      const { fault } = entry;
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.path !== undefined && !path.includes(fault.path)) continue;
      entry.matched++;
      const { from = 1, count = Number.POSITIVE_INFINITY, probability = 1 } = fault;
      if (chosen || entry.matched < from || entry.applied >= count) continue;
      if (probability < 1 && this.#random() >= probability) continue;
      entry.applied++;
      chosen = fault;
    }
    if (chosen) this.applied.set(nameOfFault(chosen), (this.applied.get(nameOfFault(chosen)) ?? 0) + 1);
    return chosen;
  }
}
