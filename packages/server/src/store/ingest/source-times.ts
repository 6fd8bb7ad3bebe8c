import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";

/**
 * Milliseconds from the start of a source in `upload` to the end of its last attempt, or to its last live event if that is later. Reads the results
 * of the source.
 */
const untilLastAttempt = (projectId: number) => sql`
  greatest(0, coalesce(extract(epoch from least(now(), greatest(live_until, (
    select max(case when r.attempt_spans is null then r.started_at + r.duration_ms * interval '1 millisecond'
                    else (select max(to_timestamp(((span ->> 0)::float8 + coalesce((span ->> 1)::float8, 0)) / 1000))
                            from jsonb_array_elements(r.attempt_spans) span) end)
      from result r
     where r.project_id = ${opaqueProjectId(projectId)} and r.run_id = upload.run_id and r.upload_id = upload.id
  ))) - coalesce(started_at, received_at)) * 1000, 0))`;

/** Duration in milliseconds of a source in `upload` that stopped sending, until its last event. */
export function untilSilence(projectId: number): RawBuilder<number> {
  return sql`case when sent_later then ${untilLastAttempt(projectId)} else greatest(0, extract(epoch from heard_at - received_at) * 1000) end`;
}

/**
 * Returns the duration in milliseconds of a source in `upload` that has sent its last event.
 *
 * @param liveMs Time since its start.
 * @param endedAt Recorded end of a source that is sent later; `null` if unknown.
 */
export function untilLastWord(projectId: number, liveMs: number, endedAt: Date | null): RawBuilder<number> {
  const sentLater =
    endedAt === null
      ? untilLastAttempt(projectId)
      : sql`greatest(0, extract(epoch from least(now(), ${endedAt}::timestamptz) - coalesce(started_at, received_at)) * 1000)`;
  return sql`coalesce(said_duration_ms, case when sent_later then ${sentLater} else ${Math.max(0, liveMs)} end)`;
}
