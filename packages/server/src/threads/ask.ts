import { once } from "node:events";
import type { Task } from "./worker-pool.ts";

/**
 * Sends a message to a task that responds to each message, and returns the response.
 *
 * @throws the reason of `signal`, or the error that ended the thread.
 */
export async function ask<Reply>({ port, broken }: Task, message: unknown, signal?: AbortSignal): Promise<Reply> {
  const response = once(port, "message", signal === undefined ? {} : { signal });
  port.postMessage(message);
  const [data] = (await Promise.race([response, broken])) as [Reply];
  return data;
}
