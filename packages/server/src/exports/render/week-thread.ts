import { onTask } from "#threads/on-task.ts";
import { weekDocument } from "./pdf/week-document.ts";
import type { WeekJob } from "./render-week-in-thread.ts";

onTask<WeekJob>(async ({ week, origin }, port) => {
  port.postMessage(weekDocument(week, origin));
});
