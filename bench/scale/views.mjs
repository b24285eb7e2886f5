/** The rate of views by this package's client, compared with bare axios with the same agent. */
import { fileURLToPath } from "node:url";
import { compare, ratioOf, run } from "./measure.mjs";

const script = fileURLToPath(new URL("view-calls.cjs", import.meta.url));

export async function measureViews(context) {
  const { service, quick } = context;
  await service.reset();
  const viewsBy = (client) => async () => {
    const env = { ...process.env, ...service.environment, BENCH_CALLS: quick ? "100" : "1000" };
    return JSON.parse((await run(process.execPath, [script, client], { env })).stdout);
  };
  const { ours, bare } = await compare(context, 9, { ours: viewsBy("ours"), bare: viewsBy("axios") });
  return { views: ratioOf(ours, bare, { invert: true }) };
}
