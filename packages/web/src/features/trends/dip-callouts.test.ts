import { expect, test } from "vitest";
import { dipCallouts } from "./dip-callouts.ts";
import type { ExplainedDip } from "./explained-dips.ts";
import { sampleData, sampleEvents } from "./sample-trends.ts";
import { trendPoints } from "./trend-points.ts";

const points = trendPoints(sampleData(), []);
const [first] = points;
if (first === undefined) throw new Error("no points");

const dip = (change: Partial<ExplainedDip>): ExplainedDip => ({
  period: first.period,
  suite: null,
  isFirstAttempt: false,
  rate: 91.2,
  usual: 97.4,
  events: [],
  failures: { groups: 0, newGroups: 0 },
  incidents: [],
  ...change,
});
const outage = { ...sampleEvents()[0], kind: "outage", title: "Payment sandbox" } as ExplainedDip["events"][number];
const deploy = { ...outage, kind: "deploy" } as const;

/** Returns the label and the page of a dip of these stored reasons. */
function callout(change: Partial<ExplainedDip>, search = {}) {
  const [found] = dipCallouts([dip(change)], points, { search, groupBy: "day" });
  return [found?.text, found?.link.to, found?.link.search] as const;
}

test.for([
  ["an incident", { incidents: [{ id: 4, name: "payments.test", tests: 8 }] }, "incident payments.test, 8 tests"],
  [
    "an outage with an incident",
    { incidents: [{ id: 4, name: "x", tests: 1 }], events: [outage] },
    "outage Payment sandbox, incident of 1 test",
  ],
  ["an outage", { events: [outage] }, "outage Payment sandbox"],
  ["new causes", { failures: { groups: 5, newGroups: 2 } }, "2 new causes"],
  ["known causes", { failures: { groups: 1, newGroups: 0 } }, "1 known cause"],
  ["no stored reason", {}, null],
  ["only a deployment, which is not a reason", { events: [deploy] }, null],
  ["reasons that are not loaded", { failures: undefined, incidents: undefined }, null],
] as const)("a label names %s", ([, change, reason]) => {
  const [text] = callout(change);
  expect(text).toBe(reason === null ? "1 Jan · 91.2%" : `1 Jan · 91.2% · ${reason}`);
});

test("a label opens the incident, the failures or the reports of its suite and days", () => {
  const days = { startDate: first.period.from, endDate: first.period.to };
  const search = { environment: ["staging"] };
  expect(callout({ incidents: [{ id: 4, name: "x", tests: 8 }], suite: "web" }, search)).toMatchObject([
    "1 Jan · web 91.2% · incident x, 8 tests",
    "/defects",
    { ...days, suite: ["web"], environment: ["staging"], window: "custom", incident: 4 },
  ]);
  expect(callout({ failures: { groups: 5, newGroups: 2 } }, search).slice(1)).toMatchObject([
    "/defects",
    { ...days, environment: ["staging"], window: "custom" },
  ]);
  expect(callout({ isFirstAttempt: true }, search)).toMatchObject([
    "1 Jan · 91.2% first attempt",
    "/reports",
    { ...days, environment: ["staging"] },
  ]);
});

test("a period without a point or a value has no label", () => {
  const other = { ...first.period, from: "1999-01-01" };
  expect(dipCallouts([dip({ period: other })], points, { search: {}, groupBy: "day" })).toEqual([]);
});
