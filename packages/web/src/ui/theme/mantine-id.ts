import { useId as useReactId } from "react";

/**
 * Replaces Mantine's hook (vite.config.ts), which changes each control's id right after the first rendering. That would delay the first paint until a
 * second rendering.
 */
export function useId(input?: string): string {
  const id = useReactId();
  return input ?? id;
}
