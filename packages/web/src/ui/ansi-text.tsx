import { type CSSProperties, memo } from "react";
import { type AnsiLook, ansiPieces } from "@plumb/contract/text/ansi.ts";

/** Terminal text with its colours. It is rendered as text nodes in spans, so that it cannot become markup. */
export const AnsiText = memo(function AnsiText({ text }: { readonly text: string }) {
  return ansiPieces(text).map(({ text: piece, look }, index) =>
    Object.keys(look).length === 0 ? (
      piece
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- pieces have no identity but their place
      <span key={index} style={styleOf(look)}>
        {piece}
      </span>
    ),
  );
});

function styleOf(look: AnsiLook): CSSProperties {
  const dim = look.dim === true && look.color === undefined;
  return {
    ...(look.color !== undefined && { color: cssColor(look.color) }),
    ...(dim && { color: "var(--ink-3)" }),
    ...(look.background !== undefined && { backgroundColor: groundColor(look.background) }),
    ...(look.bold === true && { fontWeight: 650 }),
    ...(look.italic === true && { fontStyle: "italic" }),
    ...(look.underline === true && { textDecoration: "underline" }),
  };
}

/** Bright colours use the same values as normal ones, because both must be readable on our backgrounds. */
function cssColor(color: number | string): string {
  return typeof color === "string" ? color : `var(--ansi-${color % 8})`;
}

function groundColor(color: number | string): string {
  return typeof color === "string" ? color : `color-mix(in srgb, var(--ansi-${color % 8}) 22%, transparent)`;
}
