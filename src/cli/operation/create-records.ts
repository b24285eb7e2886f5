import { relative } from "node:path";
import type { RunStackOptions } from "../../engine";
import type * as RecordedCreates from "../../plugin/recorded-creates";
import type * as RecordedRuns from "../../plugin/recorded-runs";
import { shellWord } from "../../shell-word";
import type { StackAddress } from "../../state";

/** Loaded only when the state has pending creates, which an ended process left. */
const loadRecordedCreates = (): typeof RecordedCreates => require("../../plugin/recorded-creates");
/** Loaded only by a run that creates something, or that finds a pending create without a record. */
const loadRecordedRuns = (): typeof RecordedRuns => require("../../plugin/recorded-runs");

const ownType = "pulumi-nodejs:dynamic/nodecloud:";

/** This machine's records of the creates that runs of a stack began. */
export const createRecords: NonNullable<RunStackOptions["createRecords"]> = (place) => {
  let isRunRecorded = false;
  return {
    hasIntent: (pending) => loadRecordedCreates().hasRecordedCreate(pending, place.backendUrl),
    recordCreate: async ({ type, created }) => {
      if (isRunRecorded || !type.startsWith(ownType)) return;
      loadRecordedRuns().recordRun(place, created);
      isRunRecorded = true;
    },
    // A create that adopts an object creates none.
    isUnknownCreate: ({ type, created }, { inputs: { adopt } }) =>
      type.startsWith(ownType) && adopt === undefined && !loadRecordedRuns().isRunRecorded(place, created),
    // Its record was completed, or never written, because the request was not sent.
    leftNothing: ({ type, created }) =>
      type.startsWith(ownType) &&
      loadRecordedRuns().isRunRecorded(place, created) &&
      loadRecordedCreates().unreadableRecords().length === 0,
  };
};

/** The command that resolves interrupted creates of a stack. */
export function recoverCommand({
  cwd,
  stack,
  configFile,
}: Pick<StackAddress, "cwd" | "stack" | "configFile">): string {
  const path = relative(process.cwd(), cwd);
  const folder = path === "" ? [] : ["-C", path];
  const configuration = configFile === undefined ? [] : ["--config-file", configFile];
  return ["nodecloud", "recover", "--stack", stack, ...folder, ...configuration].map(shellWord).join(" ");
}
