/** In-process calls reject with this error when a fault breaks the connection. `code` is the one of Node.js. */
export class ConnectionFault extends Error {
  override readonly name = "ConnectionFault";

  constructor(readonly code: "ECONNRESET" | "ECONNREFUSED") {
    super(
      code === "ECONNREFUSED"
        ? "connect ECONNREFUSED: refused by a fault rule of the emulator"
        : "read ECONNRESET: reset by a fault rule of the emulator",
    );
  }
}
