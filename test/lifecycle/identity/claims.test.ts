import { createClaims } from "../../../src/lifecycle/identity/claims";
import { shortHash } from "../../../src/short-hash";

const [own, other] = ["urn:pulumi:dev::shop::a:b:C::own", "urn:pulumi:dev::shop::a:b:C::other"];

it("an object in the state is not taken for that of a resource whose URN is unknown", () => {
  const claims = createClaims([{ kind: "instance", id: "1", owner: shortHash(own) }]);
  const isOfOther = (id: string, urn?: string) => claims.isRecordedForOther("instance", id, urn);
  expect([isOfOther("1"), isOfOther("1", own), isOfOther("2")]).toEqual([true, false, false]);
});

it("an object that no longer exists counts neither as claimed nor as that of the resource that had it", () => {
  const claims = createClaims(["1", "2"].map((id) => ({ kind: "instance", id, owner: shortHash(other) })));
  const states = () =>
    ["1", "2"].map((id) => [
      claims.isClaimed("instance", id),
      claims.isRecordedForOther("instance", id, own),
    ]);
  expect(states()).toEqual([
    [true, true],
    [true, true],
  ]);
  claims.release("instance", "1");
  expect(states()).toEqual([
    [false, false],
    [true, true],
  ]);
});
