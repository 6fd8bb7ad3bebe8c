import type { ReactNode } from "react";

/** A link in a message. URLs other than http and https are shown as text. */
export function ExternalLink({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  return /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    children
  );
}
