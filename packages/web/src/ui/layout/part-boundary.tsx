import { CatchBoundary, type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isLoadFailure } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface PartBoundaryProps {
  /** Identifies the part. A new value resets the error. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Catches errors in a part of the page, including code that fails to load. The rest stays usable. */
export function PartBoundary({ part, children }: PartBoundaryProps) {
  return (
    <CatchBoundary getResetKey={() => part} errorComponent={BrokenPart}>
      {children}
    </CatchBoundary>
  );
}

/** @param reset Renders the part again. */
export function BrokenPart({ error, reset }: ErrorComponentProps) {
  // The browser does not request code again after a failure, so the page has to reload.
  return isLoadFailure(error) ? (
    <ErrorPanel error={error} fallback="This could not be loaded" onRetry={() => location.reload()} />
  ) : (
    <ErrorPanel error={error} fallback="Something went wrong on this page. Try again." onRetry={reset} />
  );
}
