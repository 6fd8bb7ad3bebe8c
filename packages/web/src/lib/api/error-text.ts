import { AnswerError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";

/** What happened, as a sentence for the screen. The server's own sentence wins; `fallback` is for errors that are bugs. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof NetworkError) return "The server cannot be reached. Check the connection and try again.";
  if (isLoadFailure(error))
    return "The server cannot be reached, or it was updated while this page was open. Try again to reload the page.";
  if (error instanceof RefusedError || error instanceof AnswerError) return error.message;
  return fallback;
}

/**
 * The server's own sentence where it said no, else what failed: a proxy's page, or nothing at all, is no sentence of the
 * server. For toasts: where there is room, `FormError` says why as well.
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

/** Code or a style of the app that the page needs now did not come: each browser, and Vite, says so in words of its own. */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)
  );
}
