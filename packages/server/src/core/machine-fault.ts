/** Messages by error code of the system, PostgreSQL, the object storage or `RolledBackError`. */
const messages: Readonly<Record<string, string>> = {
  ENOSPC: "The server's disk is full",
  EDQUOT: "The server's disk is full",
  "53100": "The server's disk is full",
  EMFILE: "The server has too many files open",
  ENFILE: "The server has too many files open",
  EIO: "The server's disk cannot be read or written",
  // A file system of the network that is away, or a folder of which a parent was replaced.
  ENOTCONN: "The server's files cannot be reached",
  ENOTDIR: "The server's files cannot be reached",
  ESTALE: "The server's files cannot be reached",
  EROFS: "The server's disk cannot be written",
  ENOMEM: "The server is out of memory",
  STORAGE_AWAY: "The server's object storage does not respond",
  STORAGE_BUSY: "The server's object storage is overloaded",
  STORAGE_DAMAGED: "A file in the server's object storage is damaged",
  STORAGE_FULL: "The server's object storage is full",
  STORAGE_REFUSED: "The server's object storage refuses the request",
  ROLLED_BACK: "The server was paused or lost its database during this upload",
};

/** Returns a message without a full stop for temporary faults of the machine, such as a full disk; `null` for other errors. */
export function machineFault(error: unknown): string | null {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" && Object.hasOwn(messages, code) ? (messages[code] ?? null) : null;
}

/** Returns true for errors of system calls. They are not caused by user input, and their messages may contain internal paths. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}
