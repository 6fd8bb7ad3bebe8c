/** A request failed or was rejected. The message is for users and explains what to do, if known. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
