import { Secret } from "../../../src/state";
import { type pair, thing, World } from "../world";
import { show } from "./show";

it("prints [secret] for secrets of every shape in steps, outputs and failures", async () => {
  const world = new World();
  const program = (password: string) => async (register: Parameters<ReturnType<typeof pair>>[0]) => {
    await register(
      thing("a", {
        password: new Secret(password),
        nested: { key: new Secret(`${password}-inner`), list: ["plain", new Secret(`${password}-item`)] },
        whole: new Secret({ map: password }),
      }),
    );
    return { password: new Secret(password), deep: { list: [new Secret(password)] } };
  };
  const first = await world.up(program("canary-one"));
  const second = await world.up(program("canary-two"));
  const last = await world.run("destroy");
  for (const mode of ["plain", "json", "live"] as const) {
    for (const detail of [true, false]) {
      const text = show([...first.events, ...second.events, ...last.events], mode, { detail });
      expect(text).toContain("[secret]");
      expect(text).not.toContain("canary");
    }
  }
  const text = show(second.events);
  expect(text).toContain("~ password: [secret] → another [secret]");
  expect(text).toContain("~ nested.key: [secret] → another [secret]");
  expect(text).toContain("~ nested.list: [secret] → another [secret]");
  expect(text).toContain("~ whole: [secret] → another [secret]");
});
