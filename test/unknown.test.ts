import { runInNewContext } from "node:vm";
import { errorCodeOf, errorOf, isRecord, messageOf } from "../src/unknown";

describe("a value of unknown type", () => {
  it("is a record when it is an object, and neither null nor an array", () => {
    expect([{}, { a: 1 }, Object.create(null)].map(isRecord)).toEqual([true, true, true]);
    expect([null, undefined, [], "text", 3].map(isRecord)).toEqual([false, false, false, false, false]);
  });

  it("has the message of an error from any realm, or else its own text", () => {
    expect(messageOf(new Error("no"))).toBe("no");
    expect(messageOf(runInNewContext("new TypeError('elsewhere')"))).toBe("elsewhere");
    expect([messageOf("text"), messageOf(undefined), messageOf({ message: 3 })]).toEqual([
      ...["text", "undefined", "[object Object]"],
    ]);
  });

  it("is the same error if it is one, or else a new error with its message", () => {
    const error = new TypeError("no");
    expect(errorOf(error)).toBe(error);
    expect([errorOf("text"), errorOf({ message: "elsewhere" })]).toEqual([
      ...[new Error("text"), new Error("elsewhere")],
    ]);
  });

  it("has the code of an error if there is one", () => {
    expect(errorCodeOf(Object.assign(new Error("no"), { code: "ENOENT" }))).toBe("ENOENT");
    expect([errorCodeOf({ code: 3 }), errorCodeOf(new Error("no")), errorCodeOf(null)]).toEqual([
      ...[undefined, undefined, undefined],
    ]);
  });
});
