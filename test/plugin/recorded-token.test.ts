import { NodecloudError } from "../../src/client";
import { LifecycleError, OtherAccountError } from "../../src/lifecycle";
import { explainRecordedToken } from "../../src/plugin/recorded-token";

const failure = (error: Error, isRecorded = true) =>
  explainRecordedToken(
    () => isRecorded,
    () => Promise.reject(error),
  ).catch((caught: unknown) => caught);
const denied = (code: "unauthorized" | "forbidden" | "unavailable") =>
  new NodecloudError({ code, message: "The service refused it." });

it.each([
  denied("unauthorized"),
  denied("forbidden"),
  new OtherAccountError("It belongs to another account."),
])("explains where the token of an engine's state comes from: %s", async (error) => {
  expect(await failure(error)).toMatchObject({
    message: `${error.message} \`refresh\`, \`destroy\` and \`up --refresh\` use the token of the last \`up\`. If that is not the current one, run \`pulumi up\` without \`--refresh\` first, with a program that declares the resource.`,
  });
  expect(await failure(error, false)).toBe(error);
});

it("leaves other errors and results as they are", async () => {
  for (const error of [denied("unavailable"), new LifecycleError("It failed.")])
    expect(await failure(error)).toBe(error);
  expect(
    await explainRecordedToken(
      () => true,
      async () => 7,
    ),
  ).toBe(7);
});
