import { expect, test, vi } from "vitest";
import { closeTour, isTourOffered, offerTour } from "./first-tour.ts";

test("the tour is offered for the first report, and never again after it was closed", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  offerTour(7);
  expect(isTourOffered(7)).toBe(true);
  expect(isTourOffered(8)).toBe(false);
  closeTour();
  expect(isTourOffered(7)).toBe(false);
  offerTour(9);
  expect(isTourOffered(9)).toBe(false);
  vi.unstubAllGlobals();
});
