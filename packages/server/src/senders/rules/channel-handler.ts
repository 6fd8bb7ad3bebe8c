import { Block } from "@plumb/contract/text/rich-text.ts";
import { WeekSummary } from "@plumb/contract/trends/week.ts";
import { z } from "zod";
import { leaveUrl } from "#connectors/bindings/leave-link.ts";
import { bindingHandler } from "#connectors/bindings/binding-handler.ts";
import type { Connection, MessageAddress } from "#connectors/offers.ts";
import { connectors } from "#connectors/bindings/registry.ts";
import { isSwitchedOff } from "./switched-off.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { subjectsOfThread } from "./thread-subjects.ts";
import { defaultSettings, settingsOf } from "#store/administration/settings.ts";
import { bindingDestination } from "#store/integrations/bindings.ts";
import { objectAddress, saveObject } from "#store/outbox/objects.ts";
import { attachWeek } from "#senders/weekly/attach-week.ts";

const Link = z.object({ label: z.string(), url: z.string() });

/** Content of a delivery to a channel. */
export const ChannelOperation = z.object({
  /** Messages with the same subject belong to one thread. */
  subject: z.string().nullable(),
  /** Further subjects under which the address of the message is stored. */
  also: z.array(z.string()).readonly().default([]),
  /** Subject under which the address of the message is stored for edits; `null` if it is never edited. */
  post: z.string().nullable().default(null),
  /** True if it replaces the message that is stored for edits. */
  edits: z.boolean().default(false),
  /** True if a reply also appears in the channel. */
  broadcast: z.boolean().default(false),
  /** Owners, of whom the channel may mention one. */
  owners: z.array(z.string()).readonly().default([]),
  message: z.object({
    title: z.string(),
    url: z.string(),
    tone: z.enum(["failure", "warning", "success", "neutral"]),
    facts: z.array(z.object({ label: z.string(), value: z.string() })).readonly(),
    blocks: z.array(Block).readonly(),
    actions: z.array(Link).readonly(),
    footer: z.string().nullable(),
  }),
  /** Weekly report, whose PDF is attached. */
  report: z.object({ week: WeekSummary, projectId: z.number(), origin: z.string() }).optional(),
});
export type ChannelOperation = z.input<typeof ChannelOperation>;

/** A message that was sent. */
interface Sent {
  /** `null` if the channel returns none. */
  readonly address: MessageAddress | null;
  /** The address of a reply is not that of its thread. */
  readonly isReply: boolean;
  /** The channel's lasting id, with the subject under which it is stored. */
  readonly channel: { readonly subject: string; readonly address: { readonly channelId: string } } | null;
}

/** Subject of a channel's id. After a change of the name in the settings, another channel is meant. */
function channelSubject({ binding }: Pick<Connection, "binding">): string {
  return `channel:${binding["channel"] ?? ""}`;
}

/** Sends messages, and replies in the thread of an earlier message about the same subject. */
export const channelHandler = bindingHandler({
  kind: "channel",

  async perform(context, { body, mark }, { connection, binding }) {
    const { db, log, threads } = context;
    const { channel } = connectors[binding.connectorType];
    if (channel === undefined) throw new OutgoingError("This connector has no channels.");
    const settings = await settingsOf(db, defaultSettings);
    if (isSwitchedOff(binding.connectorType, settings))
      throw new OutgoingError(
        "Notifications through this connector are switched off in the general settings of this server.",
      );
    const { subject, post, edits, broadcast, owners, report, ...operation } = ChannelOperation.parse(JSON.parse(body));
    const { message, attachments } =
      report === undefined
        ? { ...operation, attachments: [] }
        : await attachWeek({ log, threads }, operation.message, report);
    const as = {
      mark,
      brandName: settings.brandName,
      attachments,
      subject,
      broadcast,
      mention: channel.mentionOf?.(connection.binding, owners) ?? null,
      leaveUrl: leaveUrl(context, binding.projectId),
    };
    const destination = bindingDestination(binding);
    if (edits) {
      const edited = post === null ? null : await objectAddress(db, destination, post);
      // The message may have failed, and the settings may have changed since it was sent.
      if (edited !== null && channel.canEdit(connection)) await channel.update?.(connection, edited, message, as);
      return null;
    }
    const subjects = subject === null ? [] : await subjectsOfThread(db, binding.projectId, subject);
    const at = await objectAddress(db, destination, ...subjects);
    const isReply = at !== null && channel.reply !== undefined && channel.hasThreads(connection);
    const known = isReply ? null : await objectAddress(db, destination, channelSubject(connection));
    const address = isReply
      ? await channel.reply(connection, at, message, as)
      : await channel.send({ ...connection, ...known }, message, as);
    const channelId = (address && channel.channelId?.(address)) ?? null;
    return {
      address,
      isReply,
      channel: channelId === null ? null : { subject: channelSubject(connection), address: { channelId } },
    } satisfies Sent;
  },

  async onDelivered(transaction, delivery, created, at) {
    if (created === null) return;
    const { subject, also, post } = ChannelOperation.parse(JSON.parse(delivery.body));
    const { address, isReply, channel } = created as Sent;
    if (channel !== null) await saveObject(transaction, delivery, { ...channel, now: at });
    if (address === null) return;
    const subjects = new Set([...(isReply ? [] : [subject, ...also]), post]);
    for (const each of subjects)
      if (each !== null) await saveObject(transaction, delivery, { subject: each, address, now: at });
  },
});
