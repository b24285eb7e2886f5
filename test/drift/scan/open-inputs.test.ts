import { SealedSecret } from "../../../src/drift/recorded-stack";
import { openInputs, publicProperties } from "../../../src/drift/scan/open-inputs";
import { unknownValue } from "../../../src/lifecycle";
import { StateError } from "../../../src/state";

const secret = (value: unknown) => new SealedSecret(async () => value);
const broken = (error: Error) =>
  new SealedSecret(async () => {
    throw error;
  });

it("opens the secrets of compared arguments, including those inside other values and secrets", async () => {
  const inputs = {
    label: "web",
    rootPass: secret("hunter2"),
    nested: { list: ["a", secret({ b: secret("c") })] },
  };
  expect(await openInputs(inputs, ["rootPass", "nested"])).toEqual({
    inputs: { label: "web", rootPass: "hunter2", nested: { list: ["a", { b: "c" }] } },
    secretArguments: new Set(["rootPass", "nested"]),
    failures: [],
  });
});

it("does not open the secrets of other arguments", async () => {
  const rootPass = broken(new StateError("passphrase", "No passphrase is set."));
  expect(await openInputs({ rootPass }, ["label"])).toEqual({
    inputs: { rootPass: unknownValue },
    secretArguments: new Set(["rootPass"]),
    failures: [],
  });
});

it("leaves out of the comparison what the Pulumi CLI fails to decrypt, and says why", async () => {
  const rootPass = broken(new StateError("backend", "`pulumi stack export` failed."));
  const opened = await openInputs({ label: secret("web"), rootPass }, ["label", "rootPass"]);
  expect(opened.inputs).toEqual({ label: "web", rootPass: unknownValue });
  expect(opened.failures).toEqual([{ argument: "rootPass", why: "`pulumi stack export` failed." }]);
});

it("leaves the outputs that are not secret, with an unknown value in place of each secret", () => {
  const outputs = {
    label: "web",
    applied: secret({ rootPass: "hunter2" }),
    disks: [{ label: "boot", key: secret("hunter3") }],
  };
  expect(publicProperties(outputs)).toEqual({
    label: "web",
    applied: unknownValue,
    disks: [{ label: "boot", key: unknownValue }],
  });
});

it("fails if a passphrase is missing or wrong", async () => {
  const error = new StateError("passphrase", "No passphrase is set.");
  await expect(openInputs({ rootPass: broken(error) }, ["rootPass"])).rejects.toBe(error);
});
