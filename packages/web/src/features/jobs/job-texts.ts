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
    text: "A job that fails is tried again after a longer delay each time. One that keeps failing is listed here for 30 days.",
  },
  running: { title: "Nothing is running", text: "Most jobs take less than a second." },
  queued: {
    title: "Nothing is queued",
    text: "Jobs that wait for their turn or for their next attempt are listed here.",
  },
  scheduled: { title: "Nothing is scheduled", text: "The server sets up its schedule when it starts." },
};

/** Returns "12", or "1,000+" above the maximum. */
export function countText(count: number): string {
  return count >= maxCountedJobs ? `${maxCountedJobs.toLocaleString("en")}+` : String(count);
}

/** Returns the subject of a job, such as "Shop", "Shop · 12" or "This server". */
export function targetText({ project, target }: Pick<Job, "project" | "target">): string {
  const place = project === null ? "This server" : (project.name ?? `Project ${project.id} (deleted)`);
  return target === null ? place : `${place} · ${target}`;
}
