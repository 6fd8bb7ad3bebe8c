import { expect, test } from "vitest";
import { inTurns } from "./in-turns.mjs";

test("keeps the output of each parallel program together, and prints that of the first immediately", () => {
  const printed: string[] = [];
  const turns = inTurns((text) => printed.push(text));
  const [units, browser, server] = [turns.begin(), turns.begin(), turns.begin()];
  units.say("unit 1\n");
  browser.say("browser 1\n");
  expect(printed.join("")).toBe("unit 1\n");
  server.say("server 1\n");
  server.end();
  units.say("unit 2\n");
  units.end();
  // Programs that have ended print before running ones.
  expect(printed.join("")).toBe("unit 1\nunit 2\nserver 1\nbrowser 1\n");
  browser.say("browser 2\n");
  expect(printed.join("")).toMatch(/browser 1\nbrowser 2\n$/);
  const late = turns.begin();
  late.end();
  browser.end();
  turns.begin().say("bench");
  expect(printed.join("")).toMatch(/browser 2\nbench$/);
});
