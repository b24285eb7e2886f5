import type { Transport } from "../../../src/client";
import { testedResources } from "../../resources/every-resource";
import type { World } from "./world";

export const euuid = "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01";

/** Serves the reads of a scan from a world, page by page, and refuses everything else. */
export function serviceOf(world: World): Transport {
  const tables = Object.entries(testedResources).flatMap(
    ([
      type,
      {
        driftModel: { objects },
      },
    ]) => {
      if ("partOf" in objects) return [];
      const existing = world.parts.filter((part) => part.type === type && part.fate !== "deleted");
      return [{ path: objects.path, existing: existing.map(({ live }) => live) }];
    },
  );
  return async ({ method, url }) => {
    const { pathname, searchParams } = new URL(url);
    if (method !== "GET") throw new Error(`${method} ${pathname}`);
    if (pathname === "/v4/account") return respond(200, { euuid });
    for (const { path, existing } of tables) {
      if (pathname === path) return respond(200, pageOf(existing, searchParams, world.pageSize));
      const found = existing.find(({ id }) => pathname === `${path}/${id}`);
      if (found) return respond(200, found);
    }
    return respond(404, { errors: [{ reason: "Not found" }] });
  };
}

function pageOf(items: readonly unknown[], query: URLSearchParams, maxSize: number): object {
  const size = Math.min(Number(query.get("page_size") ?? 100), maxSize);
  const page = Number(query.get("page") ?? 1);
  const data = items.slice((page - 1) * size, page * size);
  return { data, page, pages: Math.max(Math.ceil(items.length / size), 1), results: items.length };
}

function respond(status: number, body: object) {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
