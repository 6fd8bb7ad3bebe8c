import { useMediaQuery } from "@mantine/hooks";

/**
 * The height of a closed row and of a group's head alike, in pixels, so that a place in the list is known without drawing what
 * is above it. On a phone names take two lines: cut after a few characters they would all read alike.
 */
export function useEntryHeight(): number {
  // As result-row.module.css and group-head.module.css have it.
  return useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false }) ? 68 : 44;
}
