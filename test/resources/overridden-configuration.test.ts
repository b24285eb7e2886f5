import { TestStack } from "../../src/testing";
import { declareAll } from "./declare-all";
import { smallInstance, warningsOf } from "./programs";

const warning =
  "New objects are created with NODECLOUD_BASE_URL and NODECLOUD_TOKEN of the environment, although the configuration of the provider has other values. Unset NODECLOUD_BASE_URL and NODECLOUD_TOKEN to use those.";

describe("variables of the environment that take the place of the provider's configuration", () => {
  const overridingVariables = ["NODECLOUD_BASE_URL", "NODECLOUD_TOKEN"];
  const web = declareAll("Instance", { web: smallInstance });

  it.each(["preview", "up"] as const)("are reported once by a %s with new resources", async (operation) => {
    const stack = new TestStack({ overridingVariables });
    await stack[operation](declareAll("Instance", { web: smallInstance, db: smallInstance }));
    expect(warningsOf(stack)).toEqual([warning]);
  });

  it("are not reported by runs that create nothing, which have an old configuration", async () => {
    const stack = new TestStack({ overridingVariables });
    await stack.up(web);
    stack.messages.length = 0;
    await stack.up(web);
    await stack.refresh();
    await stack.destroy();
    expect(warningsOf(stack)).toEqual([]);
  });

  it("are not reported if there are none", async () => {
    const stack = new TestStack();
    await stack.up(web);
    expect(warningsOf(stack)).toEqual([]);
  });
});
