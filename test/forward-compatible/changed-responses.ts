import type { Emulator } from "../../src/emulator";
import type { TestStack } from "../../src/testing";
import { isRecord } from "../../src/unknown";

/** Changes the objects in the responses of a service, as a later version of it may write them. */
export interface ChangedResponses {
  /** Called with each object in the responses whose path matches. Undefined if the service responds as it does today. */
  change: ((object: unknown) => unknown) | undefined;
  /** Called with the items of each list whose path matches. */
  changeList: ((items: readonly unknown[]) => readonly unknown[]) | undefined;
}

/** Changes the responses between the clients of a stack and its emulator. */
export function changeResponsesOf(stack: TestStack, path: RegExp): ChangedResponses {
  const { emulator } = stack;
  const responses: ChangedResponses = { change: undefined, changeList: undefined };
  stack.emulator = { ...emulator, fetch: (request) => changedFetch(emulator, request, path, responses) };
  return responses;
}

/** Carries out a request, and changes the response. */
export async function changedFetch(
  emulator: Pick<Emulator, "fetch">,
  request: Request,
  path: RegExp,
  { change = (object) => object, changeList = (items) => items }: ChangedResponses,
): Promise<Response> {
  const response = await emulator.fetch(request);
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  if (!response.ok || !isJson || !path.test(new URL(request.url).pathname)) return response;
  const { headers, status } = response;
  return new Response(JSON.stringify(changedBody(await response.json(), change, changeList)), {
    headers,
    status,
  });
}

function changedBody(
  body: unknown,
  change: (object: unknown) => unknown,
  changeList: (items: readonly unknown[]) => readonly unknown[],
): unknown {
  if (!isRecord(body) || Object.keys(body).length === 0) return body;
  if (Array.isArray(body.data)) return { ...body, data: changeList(body.data.map(change)) };
  return isRecord(body.image) ? { ...body, image: change(body.image) } : change(body);
}
