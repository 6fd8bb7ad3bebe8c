import type { TrendEventKind } from "@plumb/contract/trends/events.ts";
import type { ChartColor } from "./chart-item.ts";

/** Names and colours of events. */
export const eventStyles: Readonly<Record<TrendEventKind, { readonly word: string; readonly color: ChartColor }>> = {
  deploy: { word: "Deploy", color: "running" },
  outage: { word: "Outage", color: "errored" },
  other: { word: "Event", color: "ink-3" },
};

export const eventKinds = Object.keys(eventStyles) as TrendEventKind[];
