import { Button, Table } from "@mantine/core";
import type { Job } from "@plumb/contract/administration/jobs.ts";
import { targetText } from "./job-texts.ts";
import styles from "./jobs.module.css";
import { cut, formatTimestamp } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface JobsTableProps {
  readonly jobs: readonly Job[];
  /** Id of the job that is being retried. */
  readonly retrying: number | undefined;
  readonly onRetry: (jobId: number) => void;
}

/** Table of jobs with their subject, number of attempts and last error. */
export function JobsTable({ jobs, retrying, onRetry }: JobsTableProps) {
  return (
    <CardTable label="Jobs" columns={["Job", "About", "Attempts", "Last", "Next"]} actions>
      {jobs.map((job) => (
        <Table.Tr key={job.id}>
          <Table.Td data-part="name">
            <span title={job.kind}>{cut(job.title, 120)}</span>
            {job.requestId !== null && <p className={styles["request"]}>{`Request ID ${job.requestId}`}</p>}
            {job.error !== null && <p className={styles["error"]}>{cut(job.error, 1000)}</p>}
          </Table.Td>
          <Table.Td className={styles["about"] ?? ""}>{cut(targetText(job), 160)}</Table.Td>
          <Table.Td data-part="short" data-label="Attempts">
            {job.attempts}
          </Table.Td>
          <Table.Td data-part="short" data-label="Last">
            <Last job={job} />
          </Table.Td>
          {job.dueAt === null ? (
            <Table.Td />
          ) : (
            <Table.Td data-part="short" data-label="Next">
              <Next dueAt={job.dueAt} />
            </Table.Td>
          )}
          <Table.Td data-part="actions">
            {job.state !== "running" && (
              <Button
                size="compact-sm"
                variant="default"
                loading={retrying === job.id}
                onClick={() => onRetry(job.id)}
                aria-label={`${verb(job)}: ${job.title}`}
              >
                {verb(job)}
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function verb({ state }: Job): string {
  return state === "failed" ? "Try again" : "Run now";
}

function Last({ job: { state, startedAt, endedAt } }: { readonly job: Job }) {
  const timestamp = state === "running" ? startedAt : endedAt;
  return timestamp === null ? <span className={styles["quiet"]}>Never</span> : <TimeAgo timestamp={timestamp} />;
}

function Next({ dueAt }: { readonly dueAt: string }) {
  return <time dateTime={dueAt}>{formatTimestamp(dueAt)}</time>;
}
