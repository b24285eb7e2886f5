/** @jest-environment node */
import { createEmulator } from "../../src/emulator";
import { connectionTo } from "../whole/project";
import { InProcessProject } from "./in-process-project";

const mockEvents: string[] = [];
jest.mock("../../src/cli/progress", () => {
  const startProgress = (text: string) => {
    let isOpen = true;
    mockEvents.push(text);
    return {
      show: (next: string) => void mockEvents.push(next),
      close: () => {
        if (isOpen) mockEvents.push("closed");
        isOpen = false;
      },
    };
  };
  const withProgress = async (text: string, work: (progress: unknown) => Promise<unknown>) => {
    const progress = startProgress(text);
    return work(progress).finally(progress.close);
  };
  return { startProgress, withProgress };
});
jest.mock("../../src/engine/grpc", () =>
  jest.requireActual("./in-process-engine").grpcInProcess({ program: async () => ({}) }),
);

const emulator = createEmulator();
let server: Awaited<ReturnType<typeof emulator.listen>>;
let project: InProcessProject;
beforeAll(async () => {
  server = await emulator.listen();
  project = new InProcessProject({});
});
afterAll(async () => {
  project.remove();
  await server.close();
});

it.each([
  ["up --yes --engine embedded", ["Opening the stack", "closed", "output"]],
  ["doctor", ["Checking the project", "Checking the service", "closed", "output"]],
  ["drift", ["Reading the stacks and their accounts", "1 payment methods listed", "closed", "output"]],
  [
    "drift --watch",
    ["Reading the stacks and their accounts", "1 payment methods listed", "closed", "output"],
  ],
  ["adopt --all --out adopted", ["Reading the account", "1 payment methods listed", "closed", "output"]],
  ["api regions list", ["Waiting for the response to regions.list", "closed", "output"]],
])("shows what `%s` waits for until it prints the result", async (line, expected) => {
  mockEvents.splice(0);
  await project.run(line.split(" "), {
    env: { PATH: "", ...connectionTo(server) },
    onOutput: () => {
      if (line.includes("--watch") && !mockEvents.includes("output")) process.emit("SIGINT");
      mockEvents.push("output");
    },
  });
  const isOther = (event: string) => event.endsWith(" listed") && !expected.includes(event);
  expect(mockEvents.slice(0, mockEvents.indexOf("output") + 1).filter((event) => !isOther(event))).toEqual(
    expected,
  );
});
