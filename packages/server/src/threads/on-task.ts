import { type MessagePort, parentPort } from "node:worker_threads";
import type { Started } from "./worker-pool.ts";

type CarryOut<Job> = (job: Job, port: MessagePort) => Promise<void>;

/**
 * Runs the tasks of this thread, each with its own port, which closes when it is no longer needed. An error in `carryOut` ends the thread; results
 * are sent through the port.
 */
export function onTask<Job>(carryOut: CarryOut<Job>): void {
  parentPort?.on("message", ({ job, port }: Started) => void carryOut(job as Job, port));
}
