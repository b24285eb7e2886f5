/** @jest-environment node */
import fs from "node:fs";
import { startService } from "./service";

const address = "http://127.0.0.1/";

afterEach(() => {
  jest.restoreAllMocks();
});

describe("the address of the console", () => {
  it("says what to do while the console has not been built, and serves it afterwards", async () => {
    const service = startService();
    const read = fs.readFileSync;
    jest.spyOn(fs, "readFileSync").mockImplementation((path, ...rest) => {
      if (!String(path).endsWith("console.html")) return read(path, ...rest);
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    });
    const { status, body } = await service.get(address);
    expect([status, body.errors]).toEqual([
      404,
      [
        {
          reason: expect.stringMatching(
            /^The console has not been built, .* Run `npm run build` in the package, or/,
          ),
        },
      ],
    ]);
    jest.restoreAllMocks();
    const page = await service.send("GET", address);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  });
});
