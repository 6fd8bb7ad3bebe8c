import { expect, test } from "vitest";
import type { Message } from "#core/bus.ts";
import { RoomHistory } from "./room-history.ts";
import { projectRoom, reportRoom } from "./rooms.ts";

const grown = (reportId: number, tests?: readonly number[]): Message => ({
  about: "run",
  change: "updated",
  projectId: 1,
  reportId,
  ...(tests && { tests }),
});

/** Records messages that are sent immediately. */
function sent(history: RoomHistory, ...messages: readonly Message[]): number {
  for (const message of messages) history.done(history.note(message));
  return history.sentUpTo();
}

test("a client that reconnects receives each change since then once", () => {
  const history = new RoomHistory();
  const room = reportRoom(1, 7);
  const before = sent(history, grown(7, [1, 2]));
  const { epoch } = history;
  sent(history, grown(7, [2, 3]), grown(8, [9]), { ...grown(7, [3]) });

  expect(history.since(room, { epoch, number: before })).toMatchObject({
    tests: [2, 3],
    isUpdated: true,
    isStartedOrEnded: false,
  });
  expect(history.since(room, { epoch, number: history.sentUpTo() })).toMatchObject({ tests: [], isUpdated: false });
  sent(history, { about: "run", change: "finished", projectId: 1, reportId: 7 }, { about: "failures", projectId: 1 });
  expect(history.since(room, { epoch, number: before })).toMatchObject({ isStartedOrEnded: true });
  expect(history.since(projectRoom(1), { epoch, number: before })).toMatchObject({ runs: [7], news: ["failures"] });
});

test("an unknown change of tests makes all of them unknown", () => {
  const history = new RoomHistory();
  sent(history, grown(7, [1]), grown(7));
  expect(history.since(reportRoom(1, 7), { epoch: history.epoch, number: 0 })).toMatchObject({ tests: null });
});

test("a number is sent once all previous ones are sent", () => {
  const history = new RoomHistory();
  const [one, two] = [history.note(grown(7, [1])), history.note(grown(8, [2]))];
  history.done(two);
  expect(history.sentUpTo()).toBe(one - 1);
  history.done(one);
  expect(history.sentUpTo()).toBe(two);
});

test("forgets old changes, in a busy room and in an evicted one", () => {
  const history = new RoomHistory();
  const received = { epoch: history.epoch, number: sent(history, grown(7, [0])) };
  for (let id = 1; id <= 2000; id += 1) sent(history, grown(7, [id]));
  expect(history.since(reportRoom(1, 7), received)).toBeNull();
  expect(history.since(reportRoom(1, 7), { ...received, number: history.sentUpTo() - 5 })).toMatchObject({
    tests: [1996, 1997, 1998, 1999, 2000],
  });
  expect(history.since(reportRoom(1, 8), received)).toMatchObject({ isUpdated: false });
  for (let report = 100; report < 700; report += 1) sent(history, grown(report, [1]));
  expect(history.since(reportRoom(1, 8), received)).toBeNull();
});

test("another process does not know these numbers, nor numbers from the future", () => {
  const history = new RoomHistory();
  sent(history, grown(7, [1]));
  expect(history.since(reportRoom(1, 7), { epoch: new RoomHistory().epoch, number: 0 })).toBeNull();
  expect(history.since(reportRoom(1, 7), { epoch: history.epoch, number: 99 })).toBeNull();
});
