import { expect, test } from "vitest";
import type { Connection, Tracker } from "./offers.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { newTicket, startTracker, trackers } from "#testing/trackers.ts";

const wide = `[${"{},".repeat(2_700_000)}{}]`;
/** Each level of the object once copied all texts below it. */
const deepAndWide = `${'{"a":'.repeat(400)}[${'"x",'.repeat(116_000)}"x"]${"}".repeat(400)}`;
const deep = `${'{"a":'.repeat(80_000)}{}${"}".repeat(80_000)}`;
const long = JSON.stringify("x".repeat(7_000_000));
/** Fields that connectors read from responses. */
const names = ["message", "error", "errors", "errorMessages", "customProperties", "data", "value", "issues", "items"];
const fields = (value: string) => `{${names.map((name) => `"${name}":${value}`).join(",")}}`;

const responses = [
  ["an error that is deep and wide", 400, fields(deepAndWide)],
  ["an error that is deep", 422, fields(deep)],
  [
    "an error of 2,000,000 reasons",
    400,
    `{"message":["${'","'.repeat(2_000_000)}"],"errors":["${'","'.repeat(200)}"]}`,
  ],
  ["an error with a long reason", 400, fields(long)],
  ["a list of 2,700,000 objects", 200, wide],
  ["an object with long lists", 200, fields(wide.slice(-300_001).replace(/^[^{]*/, "["))],
  ["nested objects", 200, deep],
  ["a list of wrong items", 200, `[${"{},".repeat(40_000)}{}]`],
  ["a long text", 200, fields(long.slice(0, 500_000) + '"')],
] as const;

const every = ({ tracker, connection }: { tracker: Tracker; connection: Connection }, id: string) => [
  () => tracker.describe(connection),
  () => tracker.findCreated(connection, newTicket.mark),
  () => tracker.find(connection, "timeout"),
  () => tracker.readMany(connection, [id]),
  () => tracker.hasComment(connection, id, "https://plumb.example/reports/1"),
  () => tracker.changeState(connection, id, "closed"),
];

test.for(trackers.map((setup) => [setup.name, setup] as const))(
  "%s: hostile responses are errors with a short message",
  async ([, setup]) => {
    await using far = await startTracker(setup);
    const { id } = await far.tracker.create(far.connection, newTicket);
    for (const [name, status, body] of responses) {
      far.override(() => ({ status, body, headers: { "content-type": "application/json" } }));
      const calls = every(far, id);
      // One call is enough for the longest responses.
      for (const call of body.length > 1_000_000 ? calls.slice(0, 1) : calls) {
        const error = await call().then(
          () => null,
          (thrown: unknown) => thrown,
        );
        // Calls that do not use the response succeed.
        if (error === null) continue;
        expect([name, error]).toEqual([name, expect.any(OutgoingError)]);
        expect((error as Error).message.length).toBeLessThanOrEqual(1000);
      }
    }
  },
);
