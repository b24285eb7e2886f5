import type { Transport } from "../client";
import { isLoopback } from "../client/address";
import { readOrigin } from "../lifecycle";

const plainName = /^[\w.-]+$/;

/**
 * Names the stack in the `User-Agent` of requests to this machine: `pulumi-nodecloud/1.2.3 (stack shop/dev)`. The console of an emulator
 * shows it with the objects that a run creates. It is not sent to a service elsewhere.
 */
export class StackAgent {
  #comment = "";

  /** Learns the stack from the inputs of a resource. All resources of a plugin process belong to one stack. */
  learn(inputs: Readonly<Record<string, unknown>>): void {
    const origin = readOrigin(inputs.origin);
    if (!origin || !plainName.test(origin.project) || !plainName.test(origin.stack)) return;
    this.#comment = ` (stack ${origin.project}/${origin.stack})`;
  }

  /** Wraps a transport so that its requests name the stack as soon as it is known. */
  nameStack(transport: Transport): Transport {
    return (request) => {
      const agent = request.headers["User-Agent"];
      if (this.#comment === "" || agent === undefined || !isLoopback(request.url)) {
        return transport(request);
      }
      return transport({ ...request, headers: { ...request.headers, "User-Agent": agent + this.#comment } });
    };
  }
}
