/** A part of a line. Texts are shown as they are: a renderer escapes the markup of its service. */
export type Inline = string | { readonly text: string; readonly url: string } | { readonly code: string };

/** Formatted text, independent of the markup of a service. */
export type Block =
  | { readonly kind: "paragraph"; readonly content: readonly Inline[] }
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] }
  /** Lines from a report, such as an error with its stack. */
  | { readonly kind: "code"; readonly text: string };
