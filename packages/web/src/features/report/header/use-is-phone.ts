import { useMediaQuery } from "@mantine/hooks";

/** Returns whether the first line of the header has no space for the origin of the run. */
export function useIsPhone(): boolean {
  // Same value as in report-header.module.css.
  return useMediaQuery("(width < 720px)", false, { getInitialValueInEffect: false });
}
