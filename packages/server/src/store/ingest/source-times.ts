import { type RawBuilder, sql } from "kysely";

/** From the start of a source in `upload` to the end of its last attempt, or until it was heard live; milliseconds. Reads its results. */
const untilLastAttempt = sql`
  greatest(0, coalesce(extract(epoch from least(now(), greatest(live_until, (
    select max(case when r.attempt_spans is null then r.started_at + r.duration_ms * interval '1 millisecond'
                    else (select max(to_timestamp(((span ->> 0)::float8 + coalesce((span ->> 1)::float8, 0)) / 1000))
                            from jsonb_array_elements(r.attempt_spans) span) end)
      from result r
     where r.project_id = upload.project_id and r.run_id = upload.run_id and r.upload_id = upload.id
  ))) - coalesce(started_at, received_at)) * 1000, 0))`;

/** How long a source in `upload` took that fell silent, by when it was heard last; milliseconds. */
export const untilSilence = sql`
  case when sent_later then ${untilLastAttempt} else greatest(0, extract(epoch from heard_at - received_at) * 1000) end`;

/**
 * The duration of a source in `upload` that has sent its last event, in milliseconds.
 *
 * @param liveMs From its start until now.
 * @param endedAt From the record of a later upload; null if unknown.
 */
export function untilLastWord(liveMs: number, endedAt: Date | null): RawBuilder<number> {
  const sentLater =
    endedAt === null
      ? untilLastAttempt
      : sql`greatest(0, extract(epoch from least(now(), ${endedAt}::timestamptz) - coalesce(started_at, received_at)) * 1000)`;
  return sql`coalesce(said_duration_ms, case when sent_later then ${sentLater} else ${Math.max(0, liveMs)} end)`;
}
