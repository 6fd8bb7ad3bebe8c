import { createHash } from "node:crypto";
import { hourMs } from "@plumb/contract/durations.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import type { Message } from "#connectors/message.ts";
import { aboutSuperseded } from "./about-run.ts";
import { waitsUntil } from "./admission.ts";
import type { ChannelOperation } from "./channel-handler.ts";
import type { MessageScope, RuleMessage } from "./rule-message.ts";
import type { Db } from "#store/db.ts";
import {
  type Held,
  rememberEdit,
  rememberSent,
  retitleHeld,
  type RunPost,
  sentKeys,
  sentSince,
  withhold,
} from "#store/notification-rules/rule-messages.ts";
import type { RuleRow } from "#store/notification-rules/rules.ts";
import type { RunForRules } from "#store/notification-rules/run-for-rules.ts";

/** Run of the messages. */
interface AboutRun {
  readonly scope: MessageScope;
  readonly run: RunForRules;
  /** Message about the run that can be edited; `null` if there is none. */
  readonly post: RunPost | null;
  readonly canEdit: boolean;
}

interface Options {
  readonly messages: readonly RuleMessage[];
  readonly now: Date;
  /** `null` for messages that do not belong to a run. */
  readonly about: AboutRun | null;
}

/** Queues the messages of a rule that were not queued before, or withholds them. Edits the message about a run. The rule is locked. */
export async function queueOf(transaction: Db, rule: RuleRow, { messages, now, about }: Options): Promise<void> {
  const runId = about?.run.id ?? null;
  const keys = await sentKeys(
    transaction,
    rule,
    messages.map(({ key }) => key),
  );
  const sent = await sentSince(transaction, rule, new Date(now.getTime() - hourMs));
  const waiting: Held[] = [];
  const done = new Set<string>();
  for (const one of messages) {
    if (done.has(one.key)) continue;
    done.add(one.key);
    if (about !== null && (await edited(transaction, rule, { one, about, isKnown: keys.has(one.key), now }))) continue;
    if (one.role === "correction") continue;
    if (keys.has(one.key)) {
      if (one.role === "post")
        await retitleHeld(transaction, rule, { key: one.key, title: (await one.message(transaction)).title });
      continue;
    }
    const message = await one.message(transaction);
    const sendAt = waitsUntil(rule, sent, now);
    if (sendAt === null) {
      sent.push(now);
      await sendMessage(transaction, rule, { one, message, about, now });
    } else waiting.push(heldOf(one, message, sendAt));
    await rememberSent(transaction, rule, { keys: causeKeysOf(one), runId, now });
  }
  if (waiting.length > 0) await withhold(transaction, rule, { messages: waiting, runId, now });
}

/** Announced causes do not count as messages. */
function causeKeysOf({ key, causeKeys = [] }: RuleMessage) {
  return causeKeys.filter((each) => each !== key).map((each) => ({ key: each, counts: false, contentHash: null }));
}

function heldOf(
  { key, event, subject, also = [], about = [] }: RuleMessage,
  { title, url }: Message,
  sendAt: Date,
): Held {
  const subjects = [...new Set([...(subject === null ? [] : [subject]), ...also, ...about])];
  return { key, event, title, url, subjects, sendAt };
}

interface Edit {
  readonly one: RuleMessage;
  readonly about: AboutRun;
  /** Whether a message with this key was sent. */
  readonly isKnown: boolean;
  readonly now: Date;
}

/**
 * Queues the edit of the earlier message about the run, if its content has changed. Returns false if a new message must be sent, because
 * the channel cannot edit an earlier one, or because a run that had passed has failed: channels do not notify users of edits.
 */
async function edited(transaction: Db, rule: RuleRow, { one, about, isKnown, now }: Edit): Promise<boolean> {
  const { scope, run, post } = about;
  if (post === null || one.role === undefined) return false;
  const turnedRed = one.event === "run.failed" && !isKnown && post.key !== one.key;
  const message = turnedRed ? aboutSuperseded(scope, run) : await one.message(transaction);
  const contentHash = hashOf(message);
  if (contentHash !== post.contentHash) {
    const edits = await rememberEdit(transaction, rule, { key: post.key, contentHash });
    const content = {
      subject: null,
      post: postSubject(rule, run),
      edits: true,
      owners: turnedRed ? [] : (one.owners ?? []),
      message,
    };
    await sendTo(transaction, rule, { key: `${post.key}:edit:${edits}`, runId: run.id, content, now });
  }
  if (turnedRed) return false;
  await rememberSent(transaction, rule, { keys: causeKeysOf(one), runId: run.id, now });
  return true;
}

async function sendMessage(
  transaction: Db,
  rule: RuleRow,
  { one, message, about, now }: { one: RuleMessage; message: Message; about: AboutRun | null; now: Date },
): Promise<void> {
  const { key, subject, also = [], broadcast = false, owners = [], role } = one;
  const isPost = role === "post" && about?.canEdit === true;
  const runId = about?.run.id ?? null;
  const recorded = { key, counts: true, contentHash: isPost ? hashOf(message) : null };
  await rememberSent(transaction, rule, { keys: [recorded], runId, now });
  const post = isPost ? postSubject(rule, about.run) : null;
  await sendTo(transaction, rule, { key, runId, content: { subject, also, post, broadcast, owners, message }, now });
}

function hashOf(message: Message): string {
  return createHash("sha256").update(JSON.stringify(message)).digest("hex");
}

function postSubject({ id }: Pick<RuleRow, "id">, run: Pick<RunForRules, "id">): string {
  return `post:${id}:${run.id}`;
}

/**
 * Queues a message to the channel of a rule.
 *
 * @throws Error if its connection was disabled meanwhile, so that the transaction keeps the message.
 */
export async function sendTo(
  transaction: Db,
  { projectId, id, bindingId }: Pick<RuleRow, "bindingId" | "id" | "projectId">,
  options: {
    key: string;
    runId: number | null;
    content: Omit<ChannelOperation, "message"> & { message: Message };
    now: Date;
  },
): Promise<void> {
  const key = `rule:${id}:${options.key}`;
  await queueForBinding(
    transaction,
    { projectId, id: bindingId, offer: "channel" },
    { ...options, event: "message", key },
  );
}
