import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files in a new folder, which `remove` deletes after the tests. */
export class TemporaryFiles {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-resources-")));

  /** Writes a file and returns its path. */
  write(name: string, content: Uint8Array | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
