import type { Batch } from "../../../src/emulator/console/messages";
import type { Service } from "../service";

/** The event stream of a console that is open, as its page reads it. */
export async function openConsole({ emulator, clock }: Service) {
  const response = await emulator.fetch(new Request("http://emulator.test/_emulator/events"));
  const reader = response.body!.getReader();
  const next = async (): Promise<Batch> => {
    const { value, done } = await clock.run(reader.read());
    if (done) throw new Error("The stream has ended.");
    const text = new TextDecoder().decode(value);
    expect(text).toMatch(/^data: [^\n]*\n\n$/);
    return JSON.parse(text.slice("data: ".length));
  };
  /** Reads batches until one has this member, and returns that one. */
  const until = async <M extends keyof Batch>(member: M): Promise<Required<Pick<Batch, M>> & Batch> => {
    for (let read = 0; read < 100; read++) {
      const batch = await next();
      if (batch[member] !== undefined) return { ...batch, [member]: batch[member] } as never;
    }
    throw new Error(`No batch has ${member}.`);
  };
  return { response, next, until, close: () => reader.cancel(), reader };
}
