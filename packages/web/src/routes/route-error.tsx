import type { ErrorComponentProps } from "@tanstack/react-router";
import { BrokenPart } from "#ui/part-boundary.tsx";

/** In place of a page that broke, or whose code did not come. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main style={{ maxWidth: 640, margin: "40px auto", padding: 16 }}>
      <BrokenPart error={error} reset={reset} />
    </main>
  );
}
