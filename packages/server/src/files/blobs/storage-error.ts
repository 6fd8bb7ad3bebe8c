type Code = "STORAGE_AWAY" | "STORAGE_BUSY" | "STORAGE_DAMAGED" | "STORAGE_FULL" | "STORAGE_REFUSED";

/** Names that S3 and other vendors give a full bucket or an exceeded quota. OpenStack Swift reports its quota as EntityTooLarge. */
const full = new Set(["EntityTooLarge", "InsufficientStorage", "QuotaExceeded", "XMinioStorageFull"]);
/** Errors of the SDK before it sends a request. */
const unusable = new Set(["CredentialsProviderError", "TokenProviderError"]);
const busy = new Set(["SlowDown", "TooManyRequests", "Throttling", "ThrottlingException"]);

/** An error of the object storage, with the code that `machineFault` knows. */
export class StorageError extends Error {
  readonly code: Code;

  constructor(code: Code, reason: string, cause?: unknown) {
    super(`The object storage: ${reason}`, { cause });
    this.code = code;
  }
}

/** Returns an error of the SDK of AWS as one of this server. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  // Responses to HEAD have no body, and therefore neither a name nor a message.
  const reason =
    status !== undefined && /^(Unknown(Error)?)?$/.test(message) ? `It responds with status ${status}.` : message;
  return new StorageError(codeOf(name, status), reason, error);
}

function codeOf(name: string, status: number | undefined): Code {
  if (unusable.has(name)) return "STORAGE_REFUSED";
  if (status === 507 || full.has(name)) return "STORAGE_FULL";
  if (status === 429 || status === 503 || busy.has(name)) return "STORAGE_BUSY";
  // The connection was cut off or did not progress. S3 reports this as 400.
  if (name === "RequestTimeout") return "STORAGE_AWAY";
  return status !== undefined && status >= 400 && status < 500 ? "STORAGE_REFUSED" : "STORAGE_AWAY";
}
