/** Uploads an image's data as the provider does, and prints the time it took and the memory growth of the process. */
const { axiosTransport, prepareImageFile, uploadImageData } = require("pulumi-nodecloud/client");

async function main() {
  const { BENCH_URL: uploadTo, BENCH_FILE: path } = process.env;
  const file = await prepareImageFile(path);
  // The provider has sent other requests before.
  const transport = axiosTransport();
  const before = process.memoryUsage().rss;
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await uploadImageData({ uploadTo, file, transport });
  const wallSeconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = Math.max(process.resourceUsage().maxRSS * 1024 - before, 0) / 2 ** 20;
  process.stdout.write(JSON.stringify({ wallSeconds, cpuSeconds: (user + system) / 1e6, megabytes }));
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
