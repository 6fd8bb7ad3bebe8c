/** A request that failed or was rejected. The message is written for users and names a solution, if there is one. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
