/** The server could not be asked, or refused: the message is for a person, and says what to do where that is known. */
export class RequestError extends Error {
  override readonly name = "RequestError";
}
