import { messageOf } from "../../unknown";
import { App } from "./app";
import { ControlPaths } from "./control-paths";
import { takeControlToken } from "./control-token";
import { pageClock } from "./page-clock";

const control = new ControlPaths(takeControlToken());
const app = new App(control);
app.start(document.body);
void receive();

/** Receives batches for as long as the page is open. After the stream has ended, it tries again, less and less often. */
async function receive(): Promise<never> {
  const { store } = app;
  for (let pause = 250; ; pause = Math.min(5000, pause * 2)) {
    store.connection = "connecting";
    app.changed();
    let problem = "The emulator has ended the stream.";
    try {
      for await (const batches of control.batches()) {
        pause = 250;
        for (const batch of batches) {
          store.apply(batch, pageClock.now());
          problem = batch.problem ?? problem;
        }
        app.changed();
      }
    } catch (error) {
      problem = messageOf(error);
    }
    store.disconnect(problem, pageClock.now());
    app.changed();
    await pageClock.sleep(pause);
  }
}
