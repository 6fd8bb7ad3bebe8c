/**
 * Token of the share link whose page is open; `null` on all other pages. Such a page has no session, even if the reader is signed in: it shows the
 * same to everyone. No page of the app links to it, so the value does not change while a page is open.
 */
export const shareToken: string | null =
  typeof location === "undefined" ? null : (/^\/s\/([\w-]{1,100})$/.exec(location.pathname)?.[1] ?? null);
