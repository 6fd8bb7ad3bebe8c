import { randomUUID } from "node:crypto";
import type { Received } from "@plumb/contract/realtime.ts";
import type { Message } from "#core/bus.ts";
import { projectRoom, reportRoom } from "./rooms.ts";

/** Maximum number of stored changes per room, and of rooms. Clients that missed more reload everything. */
const max = { ofRoom: 1000, rooms: 500 };

/** Kinds of project data to read again after a change. */
const roomNews = ["failures", "trends", "annotations", "uploads"] as const;
export type RoomNews = (typeof roomNews)[number];

/** Changes in a room since a client left it. */
export interface Missed {
  /** Changed results of the report; `null` if there are more than are stored. */
  readonly tests: readonly number[] | null;
  /** Whether the report itself changed: `isUpdated` if its data changed, `isStartedOrEnded` if it started or ended. */
  readonly isUpdated: boolean;
  readonly isStartedOrEnded: boolean;
  /** Runs of the project that started or ended. */
  readonly runs: readonly number[];
  /** Other project data to read again. */
  readonly news: readonly RoomNews[];
}

/** Latest message number per object in a room, in order. */
interface Room {
  readonly changed: Map<string | number, number>;
  /** Changes up to this number may be missing. */
  forgotten: number;
}

/**
 * Stores what changed in which room by message number. A client that reconnects with its last number receives what it missed, in its current state.
 * Another process has another epoch and no history.
 *
 * `sentUpTo` returns the highest number for which all messages up to it have been sent to the connections in their rooms.
 */
export class RoomHistory {
  #epoch = randomUUID();
  readonly #rooms = new Map<string, Room>();
  readonly #unsent = new Set<number>();
  #number = 0;
  /** Rooms whose last change is up to this number may be missing. */
  #forgotten = 0;

  /** Changes when the numbers of clients become invalid. */
  get epoch(): string {
    return this.#epoch;
  }

  /** Makes all numbers of clients invalid, because messages may be missing. */
  restart(): void {
    this.#epoch = randomUUID();
    this.#rooms.clear();
    this.#forgotten = this.#number;
  }

  /** Assigns a number to a message. Call `done` with this number after sending it. */
  note(message: Message): number {
    this.#number += 1;
    this.#unsent.add(this.#number);
    for (const [room, things] of changesOf(message)) this.#change(room, things);
    return this.#number;
  }

  done(number: number): void {
    this.#unsent.delete(number);
  }

  /** Returns the number up to which all messages have been sent. */
  sentUpTo(): number {
    let number = this.#number;
    for (const unsent of this.#unsent) number = Math.min(number, unsent - 1);
    return number;
  }

  /** Returns the changes in a room after a number; `null` if they are unknown. */
  since(room: string, { epoch, number }: Received): Missed | null {
    if (epoch !== this.epoch || number > this.#number) return null;
    const known = this.#rooms.get(room);
    if (number < (known?.forgotten ?? this.#forgotten)) return null;
    const things: (string | number)[] = [];
    for (const [thing, at] of known?.changed ?? []) if (at > number) things.push(thing);
    return {
      tests: things.includes("many") ? null : things.filter((thing) => typeof thing === "number"),
      isUpdated: things.includes("updated"),
      isStartedOrEnded: things.includes("startedOrEnded"),
      runs: things.flatMap((thing) => (String(thing).startsWith("run ") ? [Number(String(thing).slice(4))] : [])),
      news: roomNews.filter((news) => things.includes(news)),
    };
  }

  #change(name: string, things: readonly (string | number)[]): void {
    const room = this.#rooms.get(name) ?? { changed: new Map<string | number, number>(), forgotten: this.#forgotten };
    // Moves the latest change to the end.
    this.#rooms.delete(name);
    this.#rooms.set(name, room);
    for (const thing of things) {
      room.changed.delete(thing);
      room.changed.set(thing, this.#number);
    }
    for (const [thing, number] of room.changed) {
      if (room.changed.size <= max.ofRoom) break;
      room.changed.delete(thing);
      room.forgotten = number;
    }
    const [oldest] = this.#rooms;
    if (this.#rooms.size <= max.rooms || oldest === undefined) return;
    this.#rooms.delete(oldest[0]);
    this.#forgotten = Math.max(this.#forgotten, ...oldest[1].changed.values());
  }
}

/** Returns the rooms of a message, and what changed in each of them. */
function changesOf(message: Message): (readonly [room: string, things: readonly (string | number)[]])[] {
  if (message.about === "run") {
    const { projectId, reportId, change, tests } = message;
    const report = reportRoom(projectId, reportId);
    if (change === "updated") return [[report, ["updated", ...(tests ?? ["many"])]]];
    return [
      [report, ["startedOrEnded", ...(tests ?? [])]],
      [projectRoom(projectId), [`run ${reportId}`]],
    ];
  }
  if (isNews(message)) return [[projectRoom(message.projectId), [message.about]]];
  return [];
}

function isNews(message: Message): message is Extract<Message, { about: RoomNews }> {
  return roomNews.some((news) => news === message.about);
}
