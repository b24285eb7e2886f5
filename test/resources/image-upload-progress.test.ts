import { deadlineAfter } from "../../src/lifecycle";
import { uploadImage } from "../../src/resources/image.upload";
import { TestStack } from "../../src/testing";

it("an upload reports each percentage once, however small the chunks are", async () => {
  const stack = new TestStack();
  const services = stack.services();
  const { image, upload_to: uploadTo } = await stack.clock.run(
    services.client.images.upload({ label: "golden", region: "us-east" }),
  );
  const progress: string[] = [];
  const upload = async ({ onProgress }: { onProgress: (sent: number, total: number) => void }) => {
    for (const sent of [0, 4_000_000, 9_999_999, 10_000_000, 12_000_000, 20_000_000])
      onProgress(sent, 1_000_000_000);
  };
  const task = {
    services: { ...services, prepareImage: async () => ({ dispose: async () => undefined }), upload },
    ...{ inputs: { file: "golden.img.gz" }, id: image.id, kept: { uploadTo } },
    ...{ deadline: deadlineAfter(stack.clock, "1h"), reportProgress: (text: string) => progress.push(text) },
  } as never;
  await stack.clock.run(uploadImage(task));
  expect(progress).toEqual(
    [0, 1, 2].map((percent) => `uploading image ${image.id}: ${percent} % of 1000.0 MB`),
  );
});
