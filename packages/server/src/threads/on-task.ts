import { type MessagePort, parentPort } from "node:worker_threads";
import type { Begun } from "#threads/threads.ts";

type CarryOut<Job> = (job: Job, port: MessagePort) => Promise<void>;

/**
 * Carries out the tasks of this thread, each with a port of its own that closes when nobody waits for it any more. What
 * `carryOut` throws ends the thread: what can be told is told by the port.
 */
export function onTask<Job>(carryOut: CarryOut<Job>): void {
  parentPort?.on("message", ({ job, port }: Begun) => void carryOut(job as Job, port));
}
