import type { Settings } from "@plumb/contract/administration/settings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";

/** Returns true if an administrator switched off this kind of notification for the whole server. */
export function isSwitchedOff(type: ConnectorId, { notifications }: Pick<Settings, "notifications">): boolean {
  return (type === "email" || type === "slack" || type === "teams") && !notifications[type];
}
