import { onTask } from "#threads/on-task.ts";

export interface ThreadTask {
  readonly does: "answer" | "throw" | "spin" | "fill" | "wait";
}

/** Responds, fails, blocks, exhausts memory or waits, as requested. */
onTask<ThreadTask>(async ({ does }, port) => {
  port.postMessage("begun");
  if (does === "throw") throw new Error("it broke");
  if (does === "spin") for (;;);
  if (does === "fill")
    for (const all: number[][] = []; ;) all.push(Array.from({ length: 100_000 }, () => Math.random()));
  if (does === "wait") port.once("message", () => port.postMessage("done"));
  else port.postMessage("done");
});
