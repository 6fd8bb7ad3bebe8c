import { expect, test } from "vitest";
import { previousText, reachText, reclassifiedText, signedCount, windowText } from "./failure-texts.ts";

test.for([
  [{}, "in the last 30 days"],
  [{ window: "1h" }, "in the last hour"],
  [{ window: "custom" }, "in all"],
  [{ window: "custom", startDate: "2030-03-01", endDate: "2030-03-04" }, "from 1 Mar 2030 to 4 Mar 2030"],
  [{ window: "custom", endDate: "2030-03-04" }, "until 4 Mar 2030"],
] as const)("%j is shown as %s", ([window, text]) => {
  expect(windowText(window)).toBe(text);
});

test("a time window is compared with the previous one", () => {
  expect(previousText({})).toBe("previous 30 days");
  expect(previousText({ window: "1h" })).toBe("previous 1 hour");
  expect(previousText({ window: "custom" })).toBe("the previous period");
});

test("changes have their sign", () => {
  expect([signedCount(23), signedCount(-4), signedCount(0)]).toEqual(["+23", "−4", "±0"]);
});

test("a selection shows what a decision would replace", () => {
  const replaced = [
    { class: "Unknown" as const, failures: 18 },
    { class: null, failures: 12 },
  ];
  expect(reachText({ failures: 30, replaced })).toBe("30 failures: 18 Unknown, 12 Unclassified");
  expect(reachText({ failures: 1 })).toBe("1 failure");
});

test("a reclassification shows what it replaces", () => {
  const replaced = [
    { class: "Unknown" as const, failures: 1200 },
    { class: "Environment Issue" as const, failures: 3 },
    { class: null, failures: 1 },
  ];
  expect(reclassifiedText(1204, "Environment Issue", replaced)).toBe(
    "1,204 failures reclassified as Environment Issue: 1,200 from Unknown, 1 from Unclassified, 3 already had this class.",
  );
  expect(reclassifiedText(1, "Unknown", [{ class: "Unknown", failures: 1 }])).toBe(
    "1 failure reclassified as Unknown.",
  );
  expect(reclassifiedText(2, "Unknown", [])).toBe("2 failures reclassified as Unknown.");
});
