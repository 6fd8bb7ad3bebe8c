import { useId as useReactId } from "react";

/**
 * Replaces Mantine's hook (vite.config.ts), which changes the id of each control right after the first rendering and
 * so delays the first paint until a second rendering.
 */
export function useId(input?: string): string {
  const id = useReactId();
  return input ?? id;
}
