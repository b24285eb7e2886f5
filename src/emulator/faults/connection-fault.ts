/** What a call in process rejects with where over a socket the connection would break; `code` is Node's. */
export class ConnectionFault extends Error {
  override readonly name = "ConnectionFault";

  constructor(readonly code: "ECONNRESET" | "ECONNREFUSED") {
    super(
      code === "ECONNREFUSED"
        ? "connect ECONNREFUSED: the emulator's fault rule refuses the connection"
        : "read ECONNRESET: the emulator's fault rule breaks the connection",
    );
  }
}
