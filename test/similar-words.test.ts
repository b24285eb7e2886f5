import { nearestWords } from "../src/similar-words";

describe("the suggested words", () => {
  it("are at most three, the most similar first", () => {
    expect(nearestWords("prd", ["dev", "prod", "prd2", "pr", "prd-eu"])).toEqual(["prod", "prd2", "prd-eu"]);
  });

  it("leave out words that differ too much, and ignore case", () => {
    expect(nearestWords("production", ["dev", "staging"])).toEqual([]);
    expect(nearestWords("PROD", ["prod"])).toEqual(["prod"]);
    expect(nearestWords("prod", [])).toEqual([]);
  });
});
