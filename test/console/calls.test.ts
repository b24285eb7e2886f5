import { execFileSync } from "node:child_process";
import { attemptsOf } from "../../src/console/model/attempts";
import { callOutcomes, groupOf, passes } from "../../src/console/model/call-filter";
import { curlOf } from "../../src/console/model/curl";
import { callNumber } from "./builders";

describe("attempts", () => {
  const attempts = (calls: readonly ReturnType<typeof callNumber>[]) => [...attemptsOf(calls).values()];

  it("counts calls that repeat one that failed", () => {
    const failed = [502, 503, 429, 408, null].map((status, index) => callNumber(index + 1, { status }));
    expect(attempts([...failed, callNumber(6), callNumber(7)])).toEqual([1, 2, 3, 4, 5, 6, 1]);
  });

  it("counts calls that repeat one whose response a fault replaced", () => {
    expect(attempts([callNumber(1, { faults: ["truncated"] }), callNumber(2)])).toEqual([1, 2]);
    expect(
      attempts([
        callNumber(1, { faults: ["latency"] }),
        callNumber(2, { faults: ["staleList"] }),
        callNumber(3),
      ]),
    ).toEqual([1, 1, 1]);
  });

  it("does not count calls that were rejected, are still running, or belong to another request", () => {
    const failed = callNumber(1, { status: 503 });
    expect(attempts([callNumber(1, { status: 400 }), callNumber(2)])).toEqual([1, 1]);
    expect(attempts([callNumber(1, { status: null, milliseconds: null }), callNumber(2)])).toEqual([1, 1]);
    for (const other of [{ path: "/v4/regions" }, { method: "PUT" }, { token: "restricted" }]) {
      expect(attempts([failed, callNumber(2, other)])).toEqual([1, 1]);
    }
  });
});

describe("the filter of calls", () => {
  const calls = [
    callNumber(1),
    callNumber(2, { status: 404, carriedOut: false, operation: null, path: "/v4/nowhere" }),
    callNumber(3, { status: 502, faults: ["status"], operation: "images.list", method: "GET" }),
    callNumber(4, { status: null, milliseconds: null, carriedOut: false }),
    callNumber(5, { status: null, faults: ["reset"], carriedOut: false }),
  ];
  const found = (filter: Partial<Parameters<typeof passes>[1]>) =>
    calls
      .filter((call) => passes(call, { search: "", outcome: "all", group: "", ...filter }))
      .map(({ number }) => number);

  it("selects calls by their outcome", () => {
    expect(callOutcomes.map((outcome) => found({ outcome }))).toEqual([
      [1, 2, 3, 4, 5],
      [1],
      [2, 3, 5],
      [3, 5],
      [2, 5],
    ]);
  });

  it("selects calls by operation, account and object, and by all words of a search", () => {
    expect(found({ group: "images" })).toEqual([3]);
    expect(found({ search: "NOWHERE" })).toEqual([2]);
    expect(found({ search: "get 502" })).toEqual([3]);
    expect(found({ search: "full reset" })).toEqual([5]);
    expect(found({ search: "get nowhere" })).toEqual([]);
    expect(calls.map(groupOf)).toEqual(["instances", "", "images", "instances", "instances"]);
  });
});

describe("a call as curl", () => {
  const details = { agent: null, rules: [] };

  it("sends the same request, whatever it contains", () => {
    const body = { label: 'it\'s "quoted" $HOME `id` \\ \n ✓ <script>', nested: { list: [1, null] } };
    const call = { ...callNumber(1, { path: "/v4/node/instances?page=1&a='b'" }), body };
    const command = curlOf({ ...details, call }, "http://127.0.0.1:4119");
    // A shell that prints what it would start.
    const printed = execFileSync(
      "sh",
      ["-c", `curl() { for word; do printf '%s\\0' "$word"; done; }\n${command}`],
      {
        encoding: "utf8",
        env: { NODECLOUD_TOKEN: "secret" },
      },
    );
    expect(printed.split("\0").slice(0, -1)).toEqual([
      "-X",
      "POST",
      "http://127.0.0.1:4119/v4/node/instances?page=1&a='b'",
      "-H",
      "Authorization: Bearer secret",
      "-H",
      "Content-Type: application/json",
      "-d",
      JSON.stringify(body),
    ]);
  });

  it("sends a filter, a token that belongs to no account, and bytes that have to be filled in", () => {
    const call = {
      ...callNumber(1, { method: "PUT", path: "/v4/x", token: null }),
      body: { content_type: "" },
    };
    const more = { filter: '{"label": "it\'s"}', hasUnknownToken: true, hasBinaryBody: true } as const;
    expect(curlOf({ ...details, ...more, call }, "http://127.0.0.1:4119")).toBe(
      [
        "curl -X PUT http://127.0.0.1:4119/v4/x",
        "-H 'Authorization: Bearer unknown'",
        `-H 'X-Filter: {"label": "it'\\''s"}'`,
        "--data-binary @FILE",
      ].join(" \\\n  "),
    );
  });

  it.each([
    [
      "GET",
      "/v4/regions?x={a,b}&y=[1-3]",
      "curl -g -X GET 'http://127.0.0.1:4119/v4/regions?x={a,b}&y=[1-3]'",
    ],
    ["HEAD", "/v4/regions", "curl -I http://127.0.0.1:4119/v4/regions"],
  ])("sends one request for %s %s", (method, path, command) => {
    const call = { ...callNumber(1, { method, path, token: null }), body: null };
    expect(curlOf({ ...details, call }, "http://127.0.0.1:4119")).toBe(command);
  });

  it("has no token and no body if the call had none", () => {
    const call = { ...callNumber(1, { method: "GET", path: "/v4/images", token: null }), body: null };
    expect(curlOf({ ...details, call }, "http://127.0.0.1:4119")).toBe(
      "curl -X GET http://127.0.0.1:4119/v4/images",
    );
  });
});
