interface Target {
  readonly max?: number;
  readonly min?: number;
  readonly below?: number;
}

interface Result {
  readonly id: string;
  readonly reached: boolean | null;
}

const { figures } = jest.requireActual<{
  readonly figures: readonly { readonly id: string; readonly row: string; readonly target: Target }[];
}>("../../bench/scale/figures.cjs");
const { formatTable, resultOf } = jest.requireActual<{
  resultOf(id: string, measured: object): Result;
  formatTable(results: readonly Result[]): string;
}>("../../bench/scale/table.cjs");

it("gives each figure of the scale bench its own id and one bound to reach", () => {
  expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
  for (const { target } of figures) {
    expect(Object.values(target)).toEqual([expect.any(Number)]);
    expect(["max", "min", "below"]).toEqual(expect.arrayContaining(Object.keys(target)));
  }
});

it.each([
  ["up", 1, true],
  ["up", 1.001, false],
  ["views", 0.85, true],
  ["views", 0.849, false],
  ["upload-memory", 31.9, true],
  ["upload-memory", 32, false],
])("marks %s at %d as reached: %s", (id, value, reached) => {
  const result = resultOf(id, { value });
  expect(result.reached).toBe(reached);
  expect(formatTable([result])).toMatch(reached ? / yes \|$/ : / no \|$/);
});

it("shows both sides of a ratio, and why a figure is missing", () => {
  const side = { wallSeconds: 24.318, cpuSeconds: 3.2 };
  const measured = {
    engine: "pulumi",
    value: 1.304,
    spread: [1.1, 1.42],
    cpuRatio: 2,
    ours: side,
    against: side,
  };
  const table = formatTable([
    resultOf("refresh", measured),
    resultOf("upload", { skipped: "curl is not installed" }),
    resultOf("views", { failed: "the emulator ended" }),
  ]);
  const [, , refresh, upload, views] = table.split("\n");
  expect(refresh).toBe(
    "| `refresh` of 500, compared with 500 no-op dynamic resources, with `pulumi` | 1.30 | 1.10 to 1.42 | 2 | 24.32 s (3.20 s) | 24.32 s (3.20 s) | at most 1.2 | no |",
  );
  expect(upload).toMatch(/\| skipped: curl is not installed \|.*\| at least 0\.95 \| {2}\|$/);
  expect(views).toMatch(/\| failed: the emulator ended \|/);
});
