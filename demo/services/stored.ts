import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { ChatState } from "../../packages/server/src/testing/fakes/chat.ts";
import type { FakeRepository } from "../../packages/server/src/testing/fakes/github-state.ts";
import type { JiraState } from "../../packages/server/src/testing/fakes/jira-state.ts";
import type { ServicePorts } from "./accounts.ts";

interface StoredMail {
  readonly at: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface StoredHook {
  readonly at: string;
  readonly event: string;
  readonly delivery: string;
  readonly isSigned: boolean;
  readonly body: string;
}

/** Data of the demo services. Stored in the data folder, so that a restart continues with it. */
export interface Stored {
  ports: ServicePorts | null;
  /** Path of the server that receives the webhooks of Jira; `null` until the demo is connected. */
  jiraWebhookPath: string | null;
  readonly issues: JiraState["issues"];
  readonly posts: ChatState["posts"];
  readonly pulls: NonNullable<FakeRepository["pulls"]>;
  readonly statuses: NonNullable<FakeRepository["statuses"]>;
  readonly mails: StoredMail[];
  readonly hooks: StoredHook[];
}

/** The newest entries of each list that are kept, and their characters as JSON. */
const most = { entries: 500, characters: 4_000_000 } as const;
const saveAfterMs = 200;

/** Returns the stored data of a file, and functions that save them. */
export function openStored(file: string): { stored: Stored; saveSoon: () => void; saveNow: () => void } {
  const stored: Stored = {
    ports: null,
    jiraWebhookPath: null,
    issues: [],
    posts: [],
    pulls: [],
    statuses: [],
    mails: [],
    hooks: [],
    ...readStored(file),
  };
  let isChanged = false;
  const saveNow = () => {
    if (!isChanged) return;
    isChanged = false;
    writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  const sizes = new WeakMap<object, number>();
  const saveSoon = () => {
    for (const list of [stored.posts, stored.statuses, stored.mails, stored.hooks]) dropOldest(list, sizes);
    if (!isChanged) setTimeout(saveNow, saveAfterMs).unref();
    isChanged = true;
  };
  return { stored, saveSoon, saveNow };
}

/** Drops the oldest entries of a list, so that senders cannot use up the memory of the services. */
function dropOldest(list: object[], sizes: WeakMap<object, number>): void {
  let characters = 0;
  let retained = 0;
  for (const entry of list.toReversed()) {
    const size = sizes.get(entry) ?? JSON.stringify(entry).length;
    sizes.set(entry, size);
    characters += size;
    if (retained === most.entries || characters > most.characters) break;
    retained += 1;
  }
  list.splice(0, list.length - retained);
}

/** A file that cannot be read counts as empty: the data are only for trying. */
function readStored(file: string): Partial<Stored> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Partial<Stored>;
  } catch {
    return {};
  }
}
