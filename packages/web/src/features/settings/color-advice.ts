import { brandColors } from "#lib/brand-colors.ts";

export interface ColorAdvice {
  /** What text and icons in the brand's colour get on a light and on a dark ground. */
  readonly inkLight: string;
  readonly inkDark: string;
  /** What had to be changed so that everything can be read; empty if nothing had to. */
  readonly adjusted: readonly string[];
}

/** What the interface makes of a brand colour; null for what is no colour of the form `#6d2366`. */
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
