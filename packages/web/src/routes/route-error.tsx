import type { ErrorComponentProps } from "@tanstack/react-router";
import { BrokenPart } from "#ui/layout/part-boundary.tsx";

/** Shown instead of a page that failed, or whose code could not be loaded. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: "40px auto", padding: 16 }}>
      <BrokenPart error={error} reset={reset} />
    </main>
  );
}
