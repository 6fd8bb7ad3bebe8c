import { brandColors } from "#lib/brand-colors.ts";

export interface ColorAdvice {
  /** Colors of text and icons on light and dark backgrounds. */
  readonly inkLight: string;
  readonly inkDark: string;
  /** Changes to the colors that were required for readability; empty if there are none. */
  readonly adjusted: readonly string[];
}

/** Returns the colors derived from a brand color; `null` unless it has the form `#6d2366`. */
export function colorAdvice(color: string): ColorAdvice | null {
  if (!/^#[\da-f]{6}$/i.test(color)) return null;
  const { inkLight, inkDark, adjusted } = brandColors(color);
  return {
    inkLight,
    inkDark,
    adjusted: [
      ...(adjusted.light ? [`Too light for the light theme; links there use ${inkLight}.`] : []),
      ...(adjusted.dark ? [`Too dark for the dark theme; links there use ${inkDark}.`] : []),
    ],
  };
}
