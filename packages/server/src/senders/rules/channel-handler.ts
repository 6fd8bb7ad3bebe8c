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
export type ChannelOperation = z.infer<typeof ChannelOperation>;

interface Created {
  readonly address: MessageAddress | null;
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
    const { subject, report, ...operation } = ChannelOperation.parse(JSON.parse(body));
    const { message, attachments } =
      report === undefined
        ? { ...operation, attachments: [] }
        : await attachWeek({ log, threads }, operation.message, report);
    const as = {
      mark,
      brandName: settings.brandName,
      attachments,
      subject,
      leaveUrl: leaveUrl(context, binding.projectId),
    };
    const subjects = subject === null ? [] : await subjectsOfThread(db, binding.projectId, subject);
    const at = await objectAddress(db, bindingDestination(binding), ...subjects);
    if (at !== null && channel.reply !== undefined && channel.hasThreads(connection)) {
      await channel.reply(connection, at, message, as);
      return null;
    }
    const known = await objectAddress(db, bindingDestination(binding), channelSubject(connection));
    const sent = await channel.send({ ...connection, ...known }, message, as);
    const channelId = (sent && channel.channelId?.(sent)) ?? null;
    return {
      address: sent,
      channel: channelId === null ? null : { subject: channelSubject(connection), address: { channelId } },
    } satisfies Created;
  },

  async onDelivered(transaction, delivery, created, at) {
    const { subject } = ChannelOperation.parse(JSON.parse(delivery.body));
    const { address, channel } = (created ?? { address: null, channel: null }) as Created;
    if (channel !== null) await saveObject(transaction, delivery, { ...channel, now: at });
    if (subject !== null && address !== null) await saveObject(transaction, delivery, { subject, address, now: at });
  },
});
