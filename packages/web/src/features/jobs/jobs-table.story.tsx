import type { Job } from "@plumb/contract/administration/jobs.ts";
import { useState } from "react";
import { JobsTable } from "./jobs-table.tsx";

const job = (id: number, change: Partial<Job> = {}): Job => ({
  id,
  kind: "make-export",
  title: "Create an export",
  state: "queued",
  project: { id: 7, name: "Web shop" },
  target: null,
  attempts: 0,
  requestId: null,
  createdAt: "2030-01-01T12:00:00.000Z",
  dueAt: "2030-01-01T12:00:00.000Z",
  startedAt: null,
  endedAt: null,
  error: null,
  ...change,
});

const tried = { startedAt: "2030-01-01T11:59:00.000Z", endedAt: "2030-01-01T11:59:10.000Z" };

/** Logs the job to run. */
export const Jobs = () => {
  const [retried, setRetried] = useState<number>();
  return (
    <>
      <JobsTable
        jobs={[
          job(4, {
            state: "failed",
            requestId: "7b0f7f6c-3f7c-4d0e-8f43-7c2a4d0f1a2b",
            attempts: 3,
            dueAt: null,
            ...tried,
            error: "The server stopped 3 times while it did this.",
          }),
          job(3, {
            kind: "send-deliveries",
            title: "Send to another service",
            state: "running",
            target: "12",
            attempts: 1,
            dueAt: null,
            startedAt: tried.startedAt,
          }),
          job(2),
          job(1, { kind: "vacuum", title: "Clean up the database", state: "scheduled", project: null, ...tried }),
        ]}
        retrying={undefined}
        onRetry={setRetried}
      />
      <output>{retried}</output>
    </>
  );
};

const nothing = () => undefined;
export const Hostile = () => (
  <JobsTable
    jobs={[
      job(1, {
        title: "t".repeat(400),
        project: { id: 7, name: "<img src=x onerror=\"document.title='pwned'\">".repeat(20) },
        target: "9".repeat(300),
        requestId: "r".repeat(128),
        attempts: 2_000_000,
        error: "e".repeat(5000),
      }),
    ]}
    retrying={1}
    onRetry={nothing}
  />
);
