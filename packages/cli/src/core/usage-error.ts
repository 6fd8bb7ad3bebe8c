/** An invalid command. The message explains the reason; nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
