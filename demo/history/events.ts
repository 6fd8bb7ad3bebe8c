import type { NewTrendEvent } from "@plumb/contract/trends/events.ts";
import type { DemoRun } from "./schedule.ts";

/** Events for the trends, each with its day and the minutes before the first run of that day. */
const happened: readonly (readonly [daysAgo: number, minutesBefore: number, event: Omit<NewTrendEvent, "at">])[] = [
  [
    81,
    95,
    { kind: "deploy", title: "Shop 4.10", url: "https://ci.example/shop/releases/4.10", environment: "staging" },
  ],
  [57, 70, { kind: "deploy", title: "API 2.7: prices as text", url: "https://ci.example/shop/releases/api-2.7" }],
  [51, 120, { kind: "deploy", title: "API 2.7.1: prices are numbers again", environment: "staging" }],
  [48, 300, { kind: "other", title: "Chrome updated on the CI machines" }],
  [44, 80, { kind: "deploy", title: "Shop 4.12: vouchers", url: "https://ci.example/shop/releases/4.12" }],
  [40, 400, { kind: "other", title: "Nightly web tests on a second machine" }],
  [36, 60, { kind: "deploy", title: "Shop 4.12.1: voucher totals", environment: "staging" }],
  [30, 15, { kind: "outage", title: "Staging unreachable", environment: "staging" }],
  [24, 90, { kind: "deploy", title: "Back office 2.0: refunds", environment: "staging" }],
  [18, 10, { kind: "outage", title: "Sandbox of the payment provider" }],
  [12, 75, { kind: "deploy", title: "Back office 2.0.1: refunds end", environment: "staging" }],
  [10, 100, { kind: "deploy", title: "Search 5", url: "https://ci.example/shop/releases/search-5" }],
  [2, 10, { kind: "outage", title: "Sandbox of the payment provider, again" }],
];

/** Returns the events, each before the first run of its day or, if there is none, of the next day with runs. */
export function demoEvents(runs: readonly DemoRun[]): (NewTrendEvent & { readonly at: string })[] {
  return happened.flatMap(([daysAgo, minutesBefore, event]) => {
    const run = runs.find((each) => each.daysAgo <= daysAgo);
    return run === undefined ? [] : [{ ...event, at: new Date(run.startedAt - minutesBefore * 60_000).toISOString() }];
  });
}
