import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorPanel } from "#ui/error-panel.tsx";

/** In place of a page that broke. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: "40px auto", padding: 16 }}>
      <ErrorPanel error={error} fallback="This page broke. It is a bug; trying again may help." onRetry={reset} />
    </main>
  );
}
