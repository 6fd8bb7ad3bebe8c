import { once } from "node:events";
import type { Task } from "#threads/threads.ts";

/** Sends a message to a task that answers each with one. @throws the reason of `signal`, or why the thread ended. */
export async function ask<Answer>({ port, broken }: Task, message: unknown, signal?: AbortSignal): Promise<Answer> {
  const answer = once(port, "message", signal === undefined ? {} : { signal });
  port.postMessage(message);
  const [data] = (await Promise.race([answer, broken])) as [Answer];
  return data;
}
