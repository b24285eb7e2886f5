/** The few things that a world's folder is asked for, so that a test can let it break at any byte. */
export interface Files {
  /** The folder, as messages name it. */
  readonly folder: string;
  names(): readonly string[];
  /** Undefined where there is no such file. */
  read(name: string): Uint8Array | undefined;
  /** Adds bytes to a file's end; handed to the system when it returns. May throw having added a part of them. */
  append(name: string, bytes: Uint8Array): void;
  /** Cuts a file off at a length. */
  cut(name: string, length: number): void;
  /** Puts a file in the place of another, on the disk when it returns: all of it, or none where it throws. */
  replace(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Gives the folder free for another process. */
  close(): void;
}
