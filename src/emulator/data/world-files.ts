/** The operations on a world's folder, as an interface so that tests can make a write fail at any byte. */
export interface WorldFiles {
  /** The folder's path, for messages. */
  readonly folder: string;
  names(): readonly string[];
  /** Undefined if the file does not exist. */
  read(name: string): Uint8Array | undefined;
  /** In bytes. 0 if the file does not exist. */
  size(name: string): number;
  /** Appends to a file and returns when the system has the bytes. When it throws, some of them may have been written. */
  append(name: string, bytes: Uint8Array): void;
  /** Truncates a file to `length` bytes. */
  truncate(name: string, length: number): void;
  /** Replaces a file atomically and returns when it is on disk. */
  replace(name: string, bytes: Uint8Array): void;
  remove(name: string): void;
  /** Unlocks the folder for other processes. */
  close(): void;
}
