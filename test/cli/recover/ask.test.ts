/** @jest-environment node */
import { askForDecisions } from "../../../src/cli/recover/ask";
import type { RecoveryCase, RecoveryChoice } from "../../../src/recovery";

const mockAsked: unknown[] = [];
const mockSignals: unknown[] = [];
const mockAnswers: unknown[] = [];
const mockCancel = Symbol("cancel");
jest.mock("@clack/prompts", () => ({
  updateSettings: () => undefined,
  isCancel: (answer: unknown) => answer === mockCancel,
  confirm: async ({ message, signal }: { message: string; signal: unknown }) => {
    mockAsked.push(message);
    mockSignals.push(signal);
    return mockAnswers.shift();
  },
  select: async ({ signal, ...question }: { message: string; signal: unknown }) => {
    mockAsked.push(question);
    mockSignals.push(signal);
    return mockAnswers.shift();
  },
}));
const written = jest.spyOn(process.stdout, "write").mockReturnValue(true);
const interrupt = jest.fn();
const { signal } = new AbortController();
beforeEach(() => {
  interrupt.mockClear();
  mockAsked.length = 0;
  mockSignals.length = 0;
  mockAnswers.length = 0;
});
afterAll(() => written.mockRestore());

const choiceOf = (description: string, deletes = false): RecoveryChoice => ({
  ...{ description, deletes, edit: async (snapshot) => snapshot },
});
const caseOf = (
  name: string,
  certainty: RecoveryCase["certainty"],
  ...choices: RecoveryChoice[]
): RecoveryCase => ({
  urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:Instance::${name}`,
  ...{ type: "Instance", trace: "intent", found: "It created instance 1.", ids: ["1"], certainty, choices },
});
const record = choiceOf("Record instance 1 in the state.");
const forget = choiceOf("Remove the create from the state.");
const certain = caseOf("web", "certain", record);
const question = caseOf("db", "question", record, forget);
const unanswerable = [caseOf("old", "question"), caseOf("far", "unknown")];

/** The decisions under the names of their resources. */
async function decided(cases: readonly RecoveryCase[], ...answers: unknown[]) {
  mockAnswers.push(...answers);
  const decisions = await askForDecisions(cases, { signal, interrupt });
  return (
    decisions &&
    Object.fromEntries([...decisions].map(([{ urn }, choice]) => [urn.split("::").at(-1), choice]))
  );
}

it("asks once about all certain cases, and about each case that needs a decision", async () => {
  expect(await decided([certain, question, ...unanswerable], true, 1)).toEqual({ web: record, db: forget });
  expect(mockAsked).toEqual([
    "Apply the changes that need no decision (1 of 4)?",
    {
      message: "Instance db",
      options: [
        { value: -1, label: "Decide later." },
        { value: 0, label: record.description },
        { value: 1, label: forget.description },
      ],
      initialValue: -1,
    },
  ]);
});

it("escapes characters of labels and names that would control the terminal", async () => {
  const hostile = choiceOf('Record instance 1 ("a\u202e\u009b31m\u2028b") in the state.');
  await decided([caseOf("d\u202eb", "question", hostile)], -1);
  expect(mockAsked).toMatchObject([
    {
      message: "Instance d\\u202eb",
      options: [{ value: -1 }, { value: 0, label: 'Record instance 1 ("a\\u202e\\u2028b") in the state.' }],
    },
  ]);
});

it("does nothing if the user answers no", async () => {
  expect(await decided([certain, question], false)).toBeUndefined();
  expect(mockAsked).toHaveLength(1);
  expect(written).toHaveBeenCalledWith("Nothing was done.\n");
  expect(interrupt).not.toHaveBeenCalled();
});

it.each([
  ["the first one", [mockCancel], 1],
  ["a later one", [true, 0, mockCancel], 3],
])("asks nothing more and changes nothing after a prompt is cancelled: %s", async (_, answers, asked) => {
  const cases = [certain, question, caseOf("api", "question", record), caseOf("old", "question", forget)];
  expect(await decided(cases, ...answers)).toBeUndefined();
  expect([mockAsked.length, interrupt.mock.calls.length]).toEqual([asked, 1]);
});

it("leaves a case open if the user postpones the decision", async () => {
  expect(await decided([certain, question], true, -1)).toEqual({ web: record });
  expect(interrupt).not.toHaveBeenCalled();
});

it("does not ask about certain cases if there are none", async () => {
  expect(await decided([question, ...unanswerable], 0)).toEqual({ db: record });
  expect(mockAsked).toHaveLength(1);
  expect(await decided(unanswerable)).toEqual({});
});

describe("a terminal that is closed", () => {
  const setRawMode = jest.fn();
  const before = Object.getOwnPropertyDescriptor(process.stdin, "setRawMode");
  beforeAll(() =>
    Object.defineProperty(process.stdin, "setRawMode", {
      value: setRawMode,
      configurable: true,
      writable: true,
    }),
  );
  afterAll(() => {
    if (before) Object.defineProperty(process.stdin, "setRawMode", before);
    else Reflect.deleteProperty(process.stdin, "setRawMode");
  });

  it("ends each prompt with the signal", async () => {
    await decided([certain, question], true, 1);
    expect(mockSignals).toEqual([signal, signal]);
  });

  it("interrupts the command when the input ends, but only while it prompts", async () => {
    const asking = decided([certain], true);
    process.stdin.emit("end");
    await asking;
    process.stdin.emit("end");
    expect(interrupt).toHaveBeenCalledTimes(1);
  });

  it("cannot leave raw mode, which is not an error while the command asks", async () => {
    const asking = decided([certain], true);
    setRawMode.mockImplementation(() => {
      throw new Error("setRawMode EIO");
    });
    expect(process.stdin.setRawMode(false)).toBe(process.stdin);
    expect(setRawMode).toHaveBeenCalledWith(false);
    await asking;
    expect(() => process.stdin.setRawMode(false)).toThrow("EIO");
  });
});
