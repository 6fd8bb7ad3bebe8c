import { type CSSProperties, memo } from "react";
import { type AnsiStyle, ansiPieces } from "@plumb/contract/text/ansi.ts";

/** Terminal text with its colours. It is rendered as text nodes in spans, so that it cannot become markup. */
export const AnsiText = memo(function AnsiText({ text }: { readonly text: string }) {
  return ansiPieces(text).map(({ text: piece, style }, index) =>
    Object.keys(style).length === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity except their position
      <span key={index} style={styleOf(style)}>
        {piece}
      </span>
    ),
  );
});

function styleOf(style: AnsiStyle): CSSProperties {
  const dim = style.dim === true && style.color === undefined;
  return {
    ...(style.color !== undefined && { color: cssColor(style.color) }),
    ...(dim && { color: "var(--ink-3)" }),
    ...(style.background !== undefined && { backgroundColor: groundColor(style.background) }),
    ...(style.bold === true && { fontWeight: "var(--mantine-font-weight-bold)" }),
    ...(style.italic === true && { fontStyle: "italic" }),
    ...(style.underline === true && { textDecoration: "underline" }),
  };
}

/** Bright colours use the same values as normal ones, because both must be readable on our backgrounds. */
function cssColor(color: number | string): string {
  return typeof color === "string" ? color : `var(--ansi-${color % 8})`;
}

function groundColor(color: number | string): string {
  return typeof color === "string" ? color : `color-mix(in srgb, var(--ansi-${color % 8}) 22%, transparent)`;
}
