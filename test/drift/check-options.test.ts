import { type DriftOptions, detectDrift, UsageError, type WatchOptions, watchDrift } from "../../src/drift";

/** Options as a program in JavaScript may pass them. */
const untyped = <Options>(options: unknown) => options as Options;

const sources = [{ kind: "project", folder: "." }];
const noSources =
  /^Drift options: sources must be an array of objects, such as `{ kind: "project", folder: "\." }`/;

it.each([
  [null, /^Drift options: the options must be an object\. Nothing was read\. Correct it\.$/],
  [{}, noSources],
  [{ sources: "." }, noSources],
  [{ sources: ["."] }, noSources],
  [{ sources: [{ kind: "projects", folder: "." }] }, noSources],
  [{ sources: [{ kind: "project" }] }, noSources],
  [{ sources: [{ kind: "backend", url: 7 }] }, noSources],
  [{ sources: [{ kind: "export", from: "state.json" }] }, noSources],
  [
    { sources, types: "Instance" },
    /types must be an array of resource classes \(BackupSchedule, Image, Inst/,
  ],
  [{ sources, types: ["Instance", "instance"] }, /types must be an array of resource classes/],
  [{ sources, who: "yes" }, /who must be a boolean/],
  [{ sources, env: null }, /env must be an object/],
  [{ sources, interrupt: {} }, /interrupt must be an AbortSignal/],
  [{ sources, onProgress: {} }, /onProgress must be a function/],
  [{ sources, clock: {} }, /clock must be an object with the functions `now`, `sleep`/],
  [{ sources, transport: null }, /transport must be a function/],
  [{ sources, settings: "https://service.test/v4" }, /settings must be an object/],
  [{ sources, ignoreFiles: true }, /ignoreFiles must be false or an array of strings/],
])("a scan and a watch refuse the options %p before they read a stack", async (options, message) => {
  const scan = detectDrift(untyped<DriftOptions>(options));
  await expect(scan).rejects.toThrow(UsageError);
  await expect(scan).rejects.toThrow(message);
  const watch = watchDrift(untyped<WatchOptions>(options)).next();
  await expect(watch).rejects.toThrow(UsageError);
  await expect(watch).rejects.toThrow(message);
});
