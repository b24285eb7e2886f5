import { createEmulator, type EmulatorOptions, type ListenOptions } from "../../src/emulator";

/** Options as a program in JavaScript may pass them. */
const untyped = <Options>(options: unknown) => options as Options;

test.each([
  [null, /^createEmulator: the options must be an object\. Correct it, or omit it/],
  ["world.json", /^createEmulator: the options must be an object\. Correct it, or omit it/],
  [{ clock: { now: 5 } }, /^createEmulator: clock must be an object with the functions `now`, `sleep`, /],
  [{ brand: 7n }, /^createEmulator: brand must be a string\. Correct it, or omit it to use the default\.$/],
  [
    { data: 7 },
    /^createEmulator: data must be the path of a folder, or an object with the path as `folder`\./,
  ],
  [{ data: { folder: null } }, /^createEmulator: data must be the path of a folder/],
])("an emulator is not created with the options %p", (options, message) => {
  expect(() => createEmulator(untyped<EmulatorOptions>(options))).toThrow(message);
});

test.each([
  [null, /^listen: the options must be an object\. Correct it, or omit it/],
  [4119, /^listen: the options must be an object\. Correct it, or omit it/],
  [{ port: "4119" }, /^listen: port must be an integer from 0 to 65535\. Correct it, or omit it/],
  [{ port: -1 }, /^listen: port must be an integer from 0 to 65535/],
  [{ port: 65_536 }, /^listen: port must be an integer from 0 to 65535/],
  [{ host: null }, /^listen: host must be a string/],
  [{ allowedHosts: null }, /^listen: allowedHosts must be an array of strings/],
  [{ allowedHosts: "emulator.test" }, /^listen: allowedHosts must be an array of strings/],
  [{ allowedHosts: [7] }, /^listen: allowedHosts must be an array of strings/],
  [{ controlToken: 1234567890123456 }, /^listen: controlToken must be a string/],
])("an emulator does not listen with the options %p", async (options, message) => {
  const emulator = createEmulator();
  await expect(emulator.listen(untyped<ListenOptions>(options))).rejects.toThrow(message);
  const listening = await emulator.listen();
  expect((await fetch(`${listening.url}/regions`)).status).toBe(200);
  await listening.close();
});
