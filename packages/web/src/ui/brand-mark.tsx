/** The plumb bob, in the brand's colour. Decoration: the name stands beside it. */
export function BrandMark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden style={{ flex: "none", color: "var(--brand)" }}>
      <path d="M10 0v6" stroke="currentColor" strokeWidth="1.8" />
      <path d="M6 6h8v5l-4 9-4-9z" fill="currentColor" />
    </svg>
  );
}
