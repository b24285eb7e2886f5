/** The rows that run whole stacks: creating, destroying, refreshing, and running without changes. */
import { compare, ratioOf, summaryOf } from "./measure.mjs";
import { createProject } from "./projects.mjs";
import { bootSeconds } from "./service.mjs";

/** `up` of instances that take 20 s, and their `destroy`. */
export async function measureUp(context, engine) {
  const size = context.quick ? 10 : 100;
  const { service } = context;
  const upCalls = [];
  const destroyCalls = [];
  const measured = await compare(context, engine === "embedded" ? 3 : 1, {
    ours: async () => {
      await service.reset();
      const project = await createProject(context, "instances", size, engine);
      const taken = await project.run("up");
      upCalls.push(await countCalls(service, ["instances.create"]));
      await service.forgetCalls();
      await project.run("destroy");
      const calls = await countCalls(service, ["instances.delete"]);
      const confirming = Math.min(calls.counts["instances.view"] ?? 0, size);
      destroyCalls.push({ ...calls, value: calls.value - confirming });
      return taken;
    },
    withoutLag: async () => {
      await service.reset({ listLagSeconds: 0 });
      return (await createProject(context, "instances", size, engine)).run("up");
    },
    plain: async () => (await createProject(context, "plain", size, engine)).run("up"),
    named: async () => (await createProject(context, "named", size, engine)).run("up"),
  });
  const { ours, withoutLag, plain, named } = measured;
  return {
    up: ratioOf(ours, plain, { plus: bootSeconds }),
    "up-without-lag": ratioOf(withoutLag, plain, { plus: bootSeconds }),
    "up-named": ratioOf(ours, named, { plus: bootSeconds }),
    "up-calls": largest(upCalls),
    "destroy-calls": largest(destroyCalls),
  };
}

/** `refresh` of instances, compared with resources that return immediately. */
export async function measureRefresh(context, engine) {
  const size = context.quick ? 20 : 500;
  const { service } = context;
  await service.reset();
  const { ours, plain, named } = await createProjects(context, size);
  await Promise.all([ours, plain, named].map((project) => project.run("up")));
  const calls = [];
  const measured = await compare(context, engine === "embedded" ? 5 : 2, {
    ours: async () => {
      await service.forgetCalls();
      const taken = await ours.run("refresh", engine);
      calls.push(await countCalls(service, []));
      return taken;
    },
    plain: () => plain.run("refresh", engine),
    named: () => named.run("refresh", engine),
  });
  return {
    refresh: ratioOf(measured.ours, measured.plain),
    "refresh-named": ratioOf(measured.ours, measured.named),
    "refresh-calls": largest(calls),
  };
}

/** `up` of new instances, and then `up` without changes, compared with resources that never differ. */
export async function measureUnchanged(context, engine) {
  const size = context.quick ? 20 : 1000;
  const { service } = context;
  await service.reset();
  const { ours, plain, named } = await createProjects(context, size);
  const created = await ours.run("up");
  const allowed = bootSeconds + 0.02 * size;
  await plain.run("up");
  await named.run("up");
  const measured = await compare(context, engine === "embedded" ? 5 : 1, {
    ours: () => ours.run("up", engine),
    plain: () => plain.run("up", engine),
    named: () => named.run("up", engine),
  });
  return {
    unchanged: ratioOf(measured.ours, measured.plain),
    "unchanged-named": ratioOf(measured.ours, measured.named),
    ...(engine === "embedded" && {
      new: {
        value: created.wallSeconds / allowed,
        ours: summaryOf([created]),
        against: { wallSeconds: allowed },
      },
    }),
  };
}

/** A project of each kind with `size` resources. */
async function createProjects(context, size) {
  return {
    ours: await createProject(context, "instances", size),
    plain: await createProject(context, "plain", size),
    named: await createProject(context, "named", size),
  };
}

/** How many calls the request log has, less those of the given operations. */
async function countCalls(service, without) {
  const counts = await service.calls();
  const left = Object.entries(counts).filter(([operation]) => !without.includes(operation));
  return { value: left.reduce((sum, [, count]) => sum + count, 0), counts };
}

function largest(runs) {
  const [first] = runs.toSorted((one, other) => other.value - one.value);
  return { ...first, spread: [Math.min(...runs.map(({ value }) => value)), first.value] };
}
