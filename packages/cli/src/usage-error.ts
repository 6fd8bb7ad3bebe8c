/** The command was written wrongly: the message says how, and nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
