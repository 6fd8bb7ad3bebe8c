import {
  createNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  previewNotificationRule,
  updateNotificationRule,
} from "@plumb/contract/integrations/notification-rules.ts";
import type { EndpointAccess, Fixtures } from "#testing/endpoint-access.ts";

const newRule = ({ otherId }: Fixtures) => ({ body: { name: "Red runs", bindingId: otherId, events: ["run.failed"] } });

export const access: readonly EndpointAccess[] = [
  { endpoint: listNotificationRules, callers: "readers" },
  { endpoint: previewNotificationRule, callers: "leads", audit: "reads", sample: { body: { events: ["run.failed"] } } },
  // 400: the project has no channel. 404: a rule of another project.
  {
    endpoint: createNotificationRule,
    callers: "leads",
    status: 400,
    audit: ["notification_rule.created"],
    sample: newRule,
  },
  {
    endpoint: updateNotificationRule,
    callers: "leads",
    status: 404,
    audit: ["notification_rule.changed"],
    sample: newRule,
  },
  { endpoint: deleteNotificationRule, callers: "leads", status: 404, audit: ["notification_rule.deleted"] },
];
