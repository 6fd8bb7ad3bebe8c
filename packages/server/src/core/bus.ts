import type { Notification } from "@plumb/contract/people/notifications.ts";
import type { Logger } from "pino";

/** Messages between parts of the server. They are plain data, so that they can be sent to other replicas. */
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
  /** Runs of the project were counted, or the states of its tests were updated. */
  | { readonly about: "trends"; readonly projectId: number }
  /** Analysis items of the project were created or changed. */
  | { readonly about: "annotations"; readonly projectId: number }
  /** An upload of the project started, ended or was rejected. */
  | { readonly about: "uploads"; readonly projectId: number }
  /** An export was cancelled. */
  | { readonly about: "export-cancelled"; readonly projectId: number; readonly exportId: number }
  /** A job was queued that a user waits for. */
  | { readonly about: "jobs" }
  /** Sessions, role or memberships of the account changed: its open connections must be checked again. */
  | { readonly about: "access"; readonly userId: number }
  /** The project no longer exists. */
  | { readonly about: "project-gone"; readonly projectId: number }
  /** Messages of other replicas may not have arrived: read again what they could have been about. */
  | { readonly about: "missed" };

export interface Bus {
  /** Returns immediately and never throws. Call it after the commit, because listeners read the database. */
  publish(message: Message): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: Message) => void): () => void;
}

/** Creates a bus within this process. `connectReplicas` connects it to those of other processes. */
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
