import type { Notification } from "@plumb/contract/people/notifications.ts";
import type { Logger } from "pino";

/** Messages between parts of the server: plain data, so that they can be sent to other replicas. */
export type Message =
  | { readonly about: "notification"; readonly userId: number; readonly notification: Notification }
  /** Some of the account's notifications were read or deleted. */
  | { readonly about: "notifications"; readonly userId: number }
  | {
      readonly about: "run";
      readonly change: "started" | "updated" | "finished";
      readonly projectId: number;
      readonly reportId: number;
      /** Changed results; missing if there are too many or they are unknown. */
      readonly tests?: readonly number[];
    }
  /** Failures of the project were collected or classified. */
  | { readonly about: "failures"; readonly projectId: number }
  /** Runs of the project were counted, or its tests judged. */
  | { readonly about: "trends"; readonly projectId: number }
  /** Analysis items of the project were made or changed. */
  | { readonly about: "annotations"; readonly projectId: number }
  /** Something came in for the project, was refused, or came to its end. */
  | { readonly about: "uploads"; readonly projectId: number }
  /** An export is not wanted any more. */
  | { readonly about: "export-cancelled"; readonly projectId: number; readonly exportId: number }
  /** A job was queued that a user waits for. */
  | { readonly about: "jobs" }
  /** Sessions, role or memberships of the account changed: its open connections must be checked again. */
  | { readonly about: "access"; readonly userId: number }
  /** The project no longer exists. */
  | { readonly about: "project-gone"; readonly projectId: number };

export interface Bus {
  /** Returns immediately and never throws. Call it after the commit: listeners read the database. */
  publish(message: Message): void;
  /** Returns the way to stop. */
  subscribe(listener: (message: Message) => void): () => void;
}

/** Within this process. Several replicas will need one that reaches the others. */
export function createBus(log: Logger): Bus {
  const listeners = new Set<(message: Message) => void>();
  return {
    publish(message) {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          log.error({ err: error, about: message.about }, "a message was not delivered");
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
