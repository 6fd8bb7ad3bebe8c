import { useMediaQuery } from "@mantine/hooks";

/**
 * Returns the height of closed rows and group headers in pixels, so that positions in the list are known without rendering. Names
 * have two lines on phones, because names cut after a few characters would look alike.
 */
export function useEntryHeight(): number {
  // Same values as in result-row.module.css and group-head.module.css.
  return useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false }) ? 68 : 44;
}
