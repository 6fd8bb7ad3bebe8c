import type { ClientEvents, Received, Joined, ServerEvents } from "@plumb/contract/realtime.ts";
import { useSyncExternalStore } from "react";
import type { Socket } from "socket.io-client";
import { completeEvent } from "./complete-event.ts";

const attempts = 5;
const delayMs = 1000;
const timeoutMs = 5000;

/**
 * - `off`: not signed in
 * - `opening`: first attempt to connect
 * - `on`: connected
 * - `retrying`: disconnected, retrying
 * - `lost`: out of attempts; retries when the browser is online again or the page becomes visible
 */
export type RealtimeState = "off" | "opening" | "on" | "retrying" | "lost";

type Listeners = { [Event in keyof ServerEvents]: Set<ServerEvents[Event]> };

let socket: Socket<ServerEvents, ClientEvents> | null = null;
let state: RealtimeState = "off";
const stateListeners = new Set<() => void>();
const missedListeners = new Set<() => void>();
/** Last event that this page received; `null` before it joined a room. */
let received: Received | null = null;
const joinedProjects = new Set<number>();
const joinedReports = new Set<number>();
const listeners: Listeners = {
  notification: new Set(),
  "notifications-changed": new Set(),
  "test-execution-started": new Set(),
  "test-updated": new Set(),
  "test-execution-completed": new Set(),
  "annotations-changed": new Set(),
  "failures-changed": new Set(),
  "trends-changed": new Set(),
  "uploads-changed": new Set(),
};

/** Subscribes to an event, also after reconnects. Returns the function to unsubscribe. */
export function onServerEvent<Event extends keyof ServerEvents>(
  event: Event,
  listener: ServerEvents[Event],
): () => void {
  listeners[event].add(listener);
  return () => listeners[event].delete(listener);
}

/** Joins the room of a project, also after reconnects. Returns the function to leave. */
export function joinProject(projectId: number): () => void {
  joinedProjects.add(projectId);
  if (state === "on") socket?.emit("join-project", projectId, onJoined);
  return () => {
    joinedProjects.delete(projectId);
    if (state === "on") socket?.emit("leave-project", projectId);
  };
}

/** Joins the room of a report, also after reconnects. Returns the function to leave. */
export function joinReport(reportId: number): () => void {
  joinedReports.add(reportId);
  if (state === "on") socket?.emit("join-report", reportId, onJoined);
  return () => {
    joinedReports.delete(reportId);
    if (state === "on") socket?.emit("leave-report", reportId);
  };
}

export function readRealtimeState(): RealtimeState {
  return state;
}

export function useRealtimeState(): RealtimeState {
  return useSyncExternalStore(onRealtimeState, readRealtimeState);
}

/** Calls the listener whenever the state changes. */
export function onRealtimeState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

/**
 * Calls the listener when events may have been missed, so that the page reloads its data. This is the case after a reconnect if the server cannot
 * resend the missed events, and after the first connect if the project has changed since the page started to load.
 */
export function onConnected(listener: () => void): () => void {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

/** Restarts the connection attempts. */
export function retryRealtime(): void {
  if (state !== "lost" || socket === null) return;
  setState("retrying");
  socket.connect();
}

function onBack(): void {
  if (document.visibilityState === "visible") retryRealtime();
}

/** Opens the connection of a session and reconnects when it is lost. Returns the function to close it. Only one can be open. */
export function openRealtime(token: string): () => void {
  let closed = false;
  let opened: Socket<ServerEvents, ClientEvents> | null = null;
  setState("opening");
  // Loaded in the background, because the library is as large as a page.
  import("socket.io-client")
    .then(({ io }) => {
      if (closed) return;
      opened = io({
        auth: { token },
        // Falls back to polling if a proxy blocks WebSockets.
        transports: ["websocket", "polling"],
        tryAllTransports: true,
        reconnectionAttempts: attempts,
        reconnectionDelay: delayMs,
        timeout: timeoutMs,
        forceNew: true,
      });
      socket = opened;
      follow(opened);
    })
    // After an upgrade, an open page cannot load the old code.
    .catch(() => {
      if (!closed) setState("lost");
    });
  window.addEventListener("online", onBack);
  document.addEventListener("visibilitychange", onBack);
  return () => {
    closed = true;
    window.removeEventListener("online", onBack);
    document.removeEventListener("visibilitychange", onBack);
    opened?.disconnect();
    socket = null;
    setState("off");
  };
}

function follow(opened: Socket<ServerEvents, ClientEvents>): void {
  let first = true;
  received = null;
  opened.on("connect", () => {
    const before = first ? null : received;
    const again = !first;
    first = false;
    let handlers = false;
    const settle = (joined: Joined) => {
      onJoined(joined);
      // All data on the page was loaded after `performance.timeOrigin`.
      const missed = again
        ? !(joined.success && joined.resumed)
        : !joined.success || joined.changedMsAgo < performance.now();
      if (!missed || handlers) return;
      handlers = true;
      reportMissed();
    };
    const rest: [Received, typeof settle] | [typeof settle] = before === null ? [settle] : [before, settle];
    for (const projectId of joinedProjects) opened.emit("join-project", projectId, ...rest);
    for (const reportId of joinedReports) opened.emit("join-report", reportId, ...rest);
    setState("on");
    if (again && before === null) reportMissed();
  });
  opened.on("connect_error", ({ message }) => {
    // A retry would fail again. The next API call reports the session problem.
    if (message.includes("Authentication") || message.includes("token")) opened.disconnect();
    setState(opened.active ? "retrying" : "lost");
  });
  opened.on("disconnect", () => {
    if (socket === opened) setState(opened.active ? "retrying" : "lost");
  });
  opened.io.on("reconnect_failed", () => setState("lost"));
  // The type ensures that these are all events.
  for (const event of Object.keys(listeners) as (keyof ServerEvents)[]) {
    const handlers = listeners[event] as ReadonlySet<(...values: unknown[]) => void>;
    opened.on(event, (...values: unknown[]) => {
      const complete = completeEvent(event, values);
      for (const listener of handlers) listener(...complete);
      const number = values[1];
      if (typeof number === "number") receiveUpTo(number);
    });
  }
}

/** A different or restarted server process starts its numbers again. */
function onJoined(joined: Joined): void {
  if (!joined.success) return;
  const { epoch, number } = joined;
  if (received?.epoch === epoch) receiveUpTo(number);
  else received = { epoch, number };
}

function receiveUpTo(number: number): void {
  if (received !== null) received = { ...received, number: Math.max(received.number, number) };
}

function reportMissed(): void {
  for (const listener of missedListeners) listener();
}

function setState(next: RealtimeState): void {
  if (state === next) return;
  state = next;
  for (const listener of stateListeners) listener();
}
