import { brandColors } from "#lib/brand-colors.ts";

export interface ColorAdvice {
  /** Colors of text and icons on light and dark backgrounds. */
  readonly inkLight: string;
  readonly inkDark: string;
  /** What had to be changed so that everything can be read; empty if nothing had to. */
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
