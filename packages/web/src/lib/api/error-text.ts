import { AnswerError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";

/** Returns a sentence for the screen: that of the server, or `fallback` for bugs. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return "The server cannot be reached. Check the connection and try again.";
  if (isLoadFailure(error))
    return "The server cannot be reached, or it was updated while this page was open. Try again to reload the page.";
  if (error instanceof RefusedError || error instanceof AnswerError) return error.message;
  return fallback;
}

/**
 * Returns the sentence of the server, otherwise what failed, because the page of a proxy is not a sentence of the
 * server. For toasts; `FormError` also shows the reason.
 */
export function refusalText(error: unknown, fallback: string): string {
  if (!(error instanceof RefusedError)) return fallback;
  const { body } = error;
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string"
    ? body.error
    : fallback;
}

/** The name of the server's log entry, to be quoted when asking for help; null if there is none. */
export function incidentOf(error: unknown): string | null {
  return error instanceof RefusedError ? error.incident : null;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof RefusedError && (error.code === "not_found" || error.status === 404);
}

export function isForbidden(error: unknown): boolean {
  return error instanceof RefusedError && error.code === "forbidden";
}

/** Returns true if code or a style of the app could not be loaded: browsers and Vite use different messages. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
