import { z } from "zod";

/** Groups of notifications that are mailed by the choice of each user. */
export const mailTopics = ["assigned", "watched", "due", "tests", "connections", "other"] as const;
export type MailTopic = (typeof mailTopics)[number];

export const MailChoice = z.enum(["off", "at-once", "daily"]);
export type MailChoice = z.infer<typeof MailChoice>;

export const MailChoices = z.object({
  assigned: MailChoice,
  watched: MailChoice,
  due: MailChoice,
  tests: MailChoice,
  connections: MailChoice,
  other: MailChoice,
} satisfies Readonly<Record<MailTopic, typeof MailChoice>>);
export type MailChoices = z.infer<typeof MailChoices>;

/** Defaults. They send one email per day, and requests from other users and broken connections immediately. */
export const defaultMailChoices: MailChoices = {
  assigned: "at-once",
  watched: "daily",
  due: "daily",
  tests: "daily",
  connections: "at-once",
  other: "off",
};

/** Whether this server can mail notifications: not without an enabled email connector, nor while administrators switched email off. */
export const MailState = z.enum(["on", "switched-off", "not-configured"]);
export type MailState = z.infer<typeof MailState>;

export const mailTopicLabels: Readonly<Record<MailTopic, string>> = {
  assigned: "Assigned to me, and mentions",
  watched: "Changes of items that I watch",
  due: "Due dates",
  tests: "Failing tests and runs",
  connections: "Connections and backups that stop working",
  other: "Exports, analyses, membership, and project warnings",
};
