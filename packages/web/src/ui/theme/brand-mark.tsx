import { imageAddress } from "#lib/address/image-address.ts";

interface BrandMarkProps {
  readonly size: number;
  /** Address of this server's logo; `null` shows the plumb bob in the brand's colour. */
  readonly logo: string | null;
}

/** Decorative: the brand name is next to it. */
export function BrandMark({ size, logo }: BrandMarkProps) {
  const address = imageAddress(logo, location.origin);
  if (address !== null) {
    return <img src={address} alt="" width={size} height={size} style={{ flex: "none", objectFit: "contain" }} />;
  }
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden style={{ flex: "none", color: "var(--brand)" }}>
      <path d="M10 0v6" stroke="currentColor" strokeWidth="1.8" />
      <path d="M6 6h8v5l-4 9-4-9z" fill="currentColor" />
    </svg>
  );
}
