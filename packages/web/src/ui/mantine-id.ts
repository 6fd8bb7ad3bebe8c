import { useId as useReactId } from "react";

/**
 * In the place of Mantine's own (vite.config.ts), which replaces the id of each control right after it was drawn: so that nothing
 * could be seen of a page before it was drawn a second time.
 */
export function useId(given?: string): string {
  const id = useReactId();
  return given ?? id;
}
