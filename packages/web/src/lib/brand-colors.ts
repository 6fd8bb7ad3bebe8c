/** Ten shades from light to dark, as Mantine requires. The shade at index 6 is the brand's colour. */
type Shades = [string, string, string, string, string, string, string, string, string, string];

export interface BrandColors {
  readonly shades: Shades;
  /** Colour of text and icons on a light background: the brand's colour, darkened until it is readable (4.5 : 1 on white). */
  readonly inkLight: string;
  /** Colour of text and icons on a dark background. */
  readonly inkDark: string;
  /** Backgrounds on which the brand's colour is not readable, so text needs another colour. */
  readonly adjusted: { readonly light: boolean; readonly dark: boolean };
}

interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  /** From 0 to 1, like `saturation`. */
  readonly lightness: number;
}

const fallback = "#6D2366";
/** Above the 4.5 required for text, because text also appears on tinted backgrounds. */
const enough = 5.5;
const white = 1;
const dark = luminance("#2c1a2b");
const towardsWhite = [1, 0.93, 0.82, 0.68, 0.52, 0.24] as const;
const towardsBlack = [0.12, 0.28, 0.42] as const;

/** Derives all accents of the app from a colour (`#rgb` or `#rrggbb`). Any other value results in the default plum. */
export function brandColors(color: string): BrandColors {
  const brand = hslOf(color) ?? hslOf(fallback) ?? { hue: 306, saturation: 0.51, lightness: 0.28 };
  const lighter = towardsWhite.map((share) =>
    hexOf({
      ...brand,
      saturation: brand.saturation * (1 - 0.25 * share),
      lightness: mix(brand.lightness, 0.965, share),
    }),
  );
  const darker = towardsBlack.map((share) => hexOf({ ...brand, lightness: mix(brand.lightness, 0.04, share) }));
  return {
    shades: [...lighter, hexOf(brand), ...darker] as Shades,
    inkLight: readable(brand, white, -0.02),
    inkDark: readable({ ...brand, saturation: brand.saturation * 0.85 }, dark, 0.02),
    adjusted: { light: !reads(brand, white), dark: !reads(brand, dark) },
  };
}

/** WCAG contrast of two relative luminances, 1 to 21. */
export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG relative luminance of `#rrggbb`, 0 to 1. */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function readable(color: Hsl, ground: number, step: number): string {
  let { lightness } = color;
  while (lightness >= 0 && lightness <= 1 && !reads({ ...color, lightness }, ground)) lightness += step;
  return hexOf({ ...color, lightness: Math.min(1, Math.max(0, lightness)) });
}

function reads(color: Hsl, ground: number): boolean {
  return contrast(luminance(hexOf(color)), ground) >= enough;
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function hslOf(color: string): Hsl | null {
  const long = color.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
  if (!/^#[\da-f]{6}$/i.test(long)) return null;
  const [red = 0, green = 0, blue = 0] = channels(long);
  const max = Math.max(red, green, blue);
  const spread = max - Math.min(red, green, blue);
  const lightness = max - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sector =
    max === red
      ? ((green - blue) / spread + 6) % 6
      : max === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: sector * 60, saturation, lightness };
}

function hexOf({ hue, saturation, lightness }: Hsl): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const value = lightness - reach * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(Math.min(1, Math.max(0, value)) * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
