/** A failed request to another server. Its message is for users and contains no secrets. */
export class OutgoingError extends Error {}

/** @param ms Timeout that has passed. */
export function tookTooLong(location: string, ms: number): OutgoingError {
  return new OutgoingError(`${location} did not respond within ${ms / 1000} seconds.`);
}

/** Returns the error for JSON that costs too much to read. */
export function tooLargeToRead(host: string): OutgoingError {
  return new OutgoingError(`${host} sent a response that is too large to read.`);
}

/** The same for a name that does not exist and for one of the private network, so that users cannot find out which names it has. */
export function noPublicHost(host: string): OutgoingError {
  return new OutgoingError(
    `No public host was found with the name ${host}. If it has a private address, the operator of this server can allow it: PLUMB_ALLOW_PRIVATE_HOSTS=${host}`,
  );
}

/**
 * Returns the message for a network error.
 *
 * @param location Target of the request: `hooks.example.org:443`.
 */
export function outgoingError(error: unknown, location: string): OutgoingError {
  for (let found = error; found instanceof Error; found = found.cause) if (found instanceof OutgoingError) return found;
  const { code = "", message = "", name = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const text =
    name === "HTTPParserError" ? `${location} does not respond like an HTTP server.` : reason(code, message, location);
  return new OutgoingError(text, { cause: error });
}

function reason(code: string, message: string, location: string): string {
  const host = location.replace(/:\d+$/, "");
  if (code === "ENOTFOUND" || code === "EAI_NODATA") return noPublicHost(host).message;
  if (code === "EAI_AGAIN") return `The name ${host} could not be looked up: the DNS server does not respond.`;
  if (code === "ECONNREFUSED") return `${location} refused the connection: nothing is listening there.`;
  if (code === "EHOSTUNREACH" || code === "ENETUNREACH") return `${location} cannot be reached from this server.`;
  if (code === "ETIMEDOUT" || code === "UND_ERR_CONNECT_TIMEOUT") return `${location} does not respond.`;
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET")
    return `${location} closed the connection.`;
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code) || /certificate|altnames/i.test(message))
    return `The TLS certificate of ${host} is not accepted: ${message.replace(/\.$/, "")}.`;
  if (/wrong version number|packet length too long|EPROTO/.test(`${code} ${message}`))
    return `${location} does not support TLS.`;
  return `The connection to ${location} failed${code === "" ? "" : ` (${code})`}.`;
}
