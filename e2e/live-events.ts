import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { lines } from "../packages/server/src/testing/live-events.ts";

export const batch = (number: number, ...events: readonly ResultEvent[]) => ({ number, lines: lines(events) });
