import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorScheme,
  type MantineColorSchemeManager,
  type MantineThemeOverride,
} from "@mantine/core";
import { type BrandColors, brandColors, contrast, luminance } from "./brand-colors.ts";
import { readStored, writeStored } from "#lib/session/storage.ts";

const sans = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const mono = 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';

/** Dark background, borders and inputs of Mantine in our own greys. */
const darkGreys = [
  "#ecebf0",
  "#c9c7d1",
  "#b0aebb",
  "#9a98a5",
  "#3d3b45",
  "#2e2c34",
  "#201e24",
  "#1a191e",
  "#131216",
  "#0f0e12",
] as const;

/** Returns Mantine's theme and our CSS variables, all derived from the brand's colour. */
export function brandTheme(color: string): { theme: MantineThemeOverride; variables: CSSVariablesResolver } {
  const brand = brandColors(color);
  const theme = createTheme({
    colors: { brand: brand.shades, dark: darkGreys },
    primaryColor: "brand",
    primaryShade: { light: 6, dark: 4 },
    // Replaces `autoContrast`, which uses the shade of the light theme and is therefore wrong in the dark theme.
    variantColorResolver: (input) => {
      const colors = defaultVariantColorsResolver(input);
      const ofBrand = input.color === undefined || input.color === "brand";
      return input.variant === "filled" && ofBrand
        ? { ...colors, color: "var(--brand-contrast)", hover: "var(--brand-hover)" }
        : colors;
    },
    fontFamily: sans,
    fontFamilyMonospace: mono,
    headings: { fontFamily: sans, fontWeight: "var(--mantine-font-weight-bold)" },
    // The only sizes and weights of text (tools/boundaries/scale.test.ts).
    fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px", xxl: "24px" },
    fontWeights: { regular: "400", medium: "600", bold: "600" },
    radius: { xs: "4px", sm: "6px", md: "8px", lg: "10px", xl: "16px" },
    defaultRadius: "md",
    cursorType: "pointer",
    respectReducedMotion: true,
    components: {
      Modal: {
        defaultProps: { transitionProps: { duration: 120 } },
        styles: { title: { fontWeight: "var(--mantine-font-weight-bold)" } },
      },
      // Without this role, the `header` element would be a second banner of the page.
      ModalHeader: { defaultProps: { role: "presentation" } },
      // Aligns the icon with the first line of the text.
      Alert: { styles: { icon: { marginTop: 0 }, message: { lineHeight: "20px" } } },
      Checkbox: { defaultProps: { iconColor: "var(--brand-contrast)" } },
      Radio: { defaultProps: { iconColor: "var(--brand-contrast)" } },
      // Menus must not contain the placeholder for the initial focus.
      Menu: { defaultProps: { transitionProps: { duration: 80 }, withInitialFocusPlaceholder: false } },
    },
  });
  return { theme, variables: () => variablesOf(brand) };
}

function variablesOf(brand: BrandColors): ReturnType<CSSVariablesResolver> {
  return {
    variables: {},
    light: {
      "--brand": brand.shades[6],
      "--brand-contrast": textOn(brand.shades[6]),
      "--mantine-color-brand-filled-hover": "var(--brand-hover)",
      "--mantine-primary-color-filled-hover": "var(--brand-hover)",
      "--brand-hover": brand.shades[7],
      "--brand-weak": brand.shades[0],
      "--brand-ink": brand.inkLight,
      "--mantine-color-body": "var(--bg)",
      "--mantine-color-text": "var(--ink)",
      "--mantine-color-dimmed": "var(--ink-2)",
      "--mantine-color-placeholder": "var(--ink-3)",
      "--mantine-color-anchor": "var(--brand-ink)",
      "--mantine-color-default-border": "var(--line)",
      "--mantine-color-error": "var(--failed-ink)",
    },
    dark: {
      "--brand": brand.shades[4],
      "--brand-contrast": textOn(brand.shades[4]),
      "--mantine-color-brand-filled-hover": "var(--brand-hover)",
      "--mantine-primary-color-filled-hover": "var(--brand-hover)",
      "--brand-hover": brand.shades[3],
      "--brand-weak": `color-mix(in srgb, ${brand.shades[4]} 18%, #1a191e)`,
      "--brand-ink": brand.inkDark,
      "--mantine-color-body": "var(--bg)",
      "--mantine-color-text": "var(--ink)",
      "--mantine-color-dimmed": "var(--ink-2)",
      "--mantine-color-placeholder": "var(--ink-3)",
      "--mantine-color-anchor": "var(--brand-ink)",
      "--mantine-color-default": "var(--panel)",
      "--mantine-color-default-hover": "var(--hover)",
      "--mantine-color-default-border": "var(--line)",
      "--mantine-color-error": "var(--failed-ink)",
    },
  };
}

/** Returns black or white, whichever has more contrast on the background. */
function textOn(ground: string): string {
  return contrast(luminance(ground), 0) > contrast(luminance(ground), 1) ? "#16101a" : "#fff";
}

/** Stores the theme as `light` or `dark` and syncs it across tabs. Defaults to the theme of the system. */
export function storedColorScheme(): MantineColorSchemeManager {
  let onStorage: ((event: StorageEvent) => void) | null = null;
  const unsubscribe = () => {
    if (onStorage !== null) window.removeEventListener("storage", onStorage);
    onStorage = null;
  };
  return {
    get: (preference) => saved() ?? preference,
    set: (value) => writeStored("theme", value === "auto" ? null : value),
    subscribe: (onUpdate) => {
      onStorage = (event) => {
        if (event.key === "theme") onUpdate(saved() ?? "auto");
      };
      window.addEventListener("storage", onStorage);
    },
    unsubscribe,
    clear: () => writeStored("theme", null),
  };
}

function saved(): MantineColorScheme | null {
  const value = readStored("theme");
  return value === "light" || value === "dark" ? value : null;
}
