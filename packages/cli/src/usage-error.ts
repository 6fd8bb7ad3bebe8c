/** The command is invalid: the message explains why, and nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
