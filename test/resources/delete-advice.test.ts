import { camelCase, operations } from "../../src/contract";
import { adviseDelete } from "../../src/lifecycle";
import { accountsOf } from "../../src/lifecycle/identity/accounts";
import { resourceTypes } from "../../src/resources/resource-types";
import { TestStack } from "../../src/testing";

const things = { deleteCall: "things delete" };

it.each([
  [["7"], "Delete it if no stack contains it and it is no longer needed: `nodecloud api things delete 7`."],
  [
    ["7", "8"],
    "Delete it if no stack contains it and it is no longer needed: `nodecloud api things delete <id>`.",
  ],
])("advises to delete %j", (ids, advice) => {
  expect(adviseDelete(new TestStack().services(), things, ids)).toBe(advice);
});

it("names the account of the token, if it is known, because another account may have an object with the id", async () => {
  const stack = new TestStack();
  const services = stack.services();
  const account = await stack.clock.run(accountsOf(services).ofToken());
  const euuid = account.kind === "known" ? account.euuid : "";
  expect(euuid).toMatch(/^[0-9A-F-]{36}$/i);
  expect(adviseDelete(services, things, ["7"])).toContain(
    `: \`nodecloud api things delete 7 --account ${euuid}\`.`,
  );
});

it("names no command for objects that are part of another one", () => {
  expect(adviseDelete(new TestStack().services(), undefined, ["7"], "it is no longer needed")).toBe(
    "Delete it if it is no longer needed.",
  );
});

const calls: Record<string, Record<string, { readonly call: string }>> = { ...operations };

it.each(Object.entries(resourceTypes))(
  "the command for a(n) %s is a call that deletes it",
  (type, { recovery }) => {
    const advice = recovery(new TestStack().services()).adviseDelete(["7"], "it is no longer needed");
    if (type === "BackupSchedule") return expect(advice).toBe("Delete it if it is no longer needed.");
    const [, group = "", name = ""] =
      /^Delete it if it is no longer needed: `nodecloud api ([a-z-]+) ([a-z]+) 7`\.(?: If it is the default, .*)?$/.exec(
        advice,
      ) ?? [];
    expect(calls[camelCase(group.replaceAll("-", "_"))]?.[name]?.call).toMatch(/^DELETE \/[^{}]+\/\{\w+\}$/);
  },
);

it("advises to make another payment method the default first, with a call that does it", () => {
  const advice = resourceTypes.PaymentMethod.recovery(new TestStack().services()).adviseDelete(
    ["7"],
    "it is no longer needed",
  );
  expect(advice).toMatch(
    / If it is the default, first .*: `nodecloud api payment-methods make-default <id>`\.$/,
  );
  expect(operations.paymentMethods.makeDefault.call).toMatch(/^POST /);
});
