import { setTimeout as after } from "node:timers/promises";
import { limits } from "@plumb/formats/limits.ts";
import type { AgentServer } from "#ingest/sources/reportportal/agent-server.ts";
import { type NotYet, noItem, noLaunch } from "#ingest/sources/reportportal/refusals.ts";
import { launchByKey, launchOfItem } from "#store/ingest/reportportal-launches.ts";
import { streamKey } from "#store/ingest/live-tests.ts";

const pauseMs = 100;
const maxKnown = 10_000;

/**
 * Returns the launch key of a call: from the call itself, otherwise from its item.
 *
 * @throws `Refused` if there is none. Waits first if it may still arrive.
 */
export async function launchOf(
  { context: { db }, known, ahead }: AgentServer,
  projectId: number,
  launch: string | undefined,
  item: string | undefined,
  mayWait: boolean,
): Promise<string> {
  const lookUp = async (): Promise<string | null> => {
    if (launch === undefined) return item === undefined ? null : launchOfItem(db, projectId, streamKey(item));
    const key = streamKey(launch);
    const name = `${projectId} ${key}`;
    if (known.has(name)) return key;
    if ((await launchByKey(db, projectId, key)) === null) return null;
    if (known.size >= maxKnown) known.clear();
    known.add(name);
    return key;
  };
  const until = performance.now() + limits.reportportalAheadMs;
  ahead.calls += 1;
  try {
    for (;;) {
      const found = await lookUp();
      if (found !== null) return found;
      if (!mayWait || performance.now() > until || ahead.calls > limits.reportportalCallsAhead) break;
      await after(pauseMs);
    }
  } finally {
    ahead.calls -= 1;
  }
  throw refusalOf(launch, item);
}

function refusalOf(launch: string | undefined, item: string | undefined): NotYet {
  return launch === undefined && item !== undefined ? noItem(item) : noLaunch(launch ?? "");
}
