import { formatAgo, formatTimestamp } from "#lib/format/format.ts";
import { useNow } from "./now.ts";

/** Relative time, with the exact time and zone as a tooltip. */
export function TimeAgo({
  timestamp,
  className,
}: {
  readonly timestamp: string;
  readonly className?: string | undefined;
}) {
  const nowMs = Math.max(useNow(), 0);
  return (
    <time dateTime={timestamp} title={formatTimestamp(timestamp)} className={className}>
      {formatAgo(timestamp, nowMs)}
    </time>
  );
}
