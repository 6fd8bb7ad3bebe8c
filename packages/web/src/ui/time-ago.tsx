import { formatAgo, formatMoment } from "#lib/format/format.ts";
import { useNow } from "#ui/now.ts";

/** Relative time, with the exact time and zone as a tooltip. */
export function TimeAgo({ moment, className }: { readonly moment: string; readonly className?: string | undefined }) {
  const nowMs = Math.max(useNow(), 0);
  return (
    <time dateTime={moment} title={formatMoment(moment)} className={className}>
      {formatAgo(moment, nowMs)}
    </time>
  );
}
