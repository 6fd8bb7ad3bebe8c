import { UnexpectedResponseError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";

/** Returns the message of the server, or `fallback` for unexpected errors. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return "The server cannot be reached. Check the connection and try again.";
  if (isLoadFailure(error))
    return "The server cannot be reached, or it was updated while this page was open. Try again to reload the page.";
  if (error instanceof RefusedError || error instanceof UnexpectedResponseError) return error.message;
  return fallback;
}

/**
 * Returns the message of the server, or `fallback` if the response came from a proxy. For toasts; `FormError` also shows the
 * reason.
 */
export function refusalText(error: unknown, fallback: string): string {
  if (!(error instanceof RefusedError)) return fallback;
  const { body } = error;
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : fallback;
}

/** Returns the id of the server's log entry, which users quote when they ask for help; `null` if there is none. */
export function incidentOf(error: unknown): string | null {
  return error instanceof RefusedError ? error.incident : null;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof RefusedError && (error.code === "not_found" || error.status === 404);
}

export function isForbidden(error: unknown): boolean {
  return error instanceof RefusedError && error.code === "forbidden";
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 401;
}

/** Returns whether code or a style of the app could not be loaded. Browsers and Vite use different messages. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
