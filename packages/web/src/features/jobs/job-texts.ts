import { type Job, type JobState, maxCountedJobs } from "@plumb/contract/administration/jobs.ts";

/** In display order. */
export const jobStates: readonly { readonly value: JobState; readonly label: string }[] = [
  { value: "failed", label: "Failed" },
  { value: "running", label: "Running" },
  { value: "queued", label: "Queued" },
  { value: "scheduled", label: "Scheduled" },
];

export const emptyTexts: Readonly<Record<JobState, { readonly title: string; readonly text: string }>> = {
  failed: {
    title: "No failed jobs",
    text: "Failed jobs are retried with increasing delays. Jobs that keep failing are listed here for 30 days.",
  },
  running: { title: "No running jobs", text: "Most jobs take less than a second." },
  queued: {
    title: "No queued jobs",
    text: "Jobs that are waiting to run or to be retried are listed here.",
  },
  scheduled: { title: "No scheduled jobs", text: "The server sets up its schedule when it starts." },
};

/** Returns "12", or "1,000+" above the maximum. */
export function countText(count: number): string {
  return count >= maxCountedJobs ? `${maxCountedJobs.toLocaleString("en")}+` : String(count);
}

/** Returns the subject of a job, such as "Shop", "Shop · 12" or "This server". */
export function targetText({ project, target }: Pick<Job, "project" | "target">): string {
  const owner = project === null ? "This server" : (project.name ?? `Project ${project.id} (deleted)`);
  return target === null ? owner : `${owner} · ${target}`;
}
