import { nearestWords } from "../src/likeness";

describe("the words that could have been meant", () => {
  it("are at most three, the nearest first", () => {
    expect(nearestWords("prd", ["dev", "prod", "prd2", "pr", "prd-eu"])).toEqual(["prod", "prd2", "prd-eu"]);
  });

  it("hold none that is quite another word, and no order of capital letters", () => {
    expect(nearestWords("production", ["dev", "staging"])).toEqual([]);
    expect(nearestWords("PROD", ["prod"])).toEqual(["prod"]);
    expect(nearestWords("prod", [])).toEqual([]);
  });
});
