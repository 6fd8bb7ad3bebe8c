/** Replaces `lib/time-zone.ts` in the viewer (see vite.export.config.ts), because an exported file has no signed-in user. */
export function currentTimeZone(): undefined {
  return undefined;
}
