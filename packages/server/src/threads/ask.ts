import { once } from "node:events";
import type { Task } from "./worker-pool.ts";

/**
 * Sends a message to a task that answers each message with one, and returns the answer.
 *
 * @throws the reason of `signal`, or the error that ended the thread.
 */
export async function ask<Answer>({ port, broken }: Task, message: unknown, signal?: AbortSignal): Promise<Answer> {
  const answer = once(port, "message", signal === undefined ? {} : { signal });
  port.postMessage(message);
  const [data] = (await Promise.race([answer, broken])) as [Answer];
  return data;
}
