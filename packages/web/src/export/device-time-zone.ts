/** Replaces `lib/time-zone.ts` in the viewer (see vite.export.config.ts): a file has no signed-in user. */
export function currentTimeZone(): undefined {
  return undefined;
}
