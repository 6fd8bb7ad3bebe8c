import type { Settings } from "@plumb/contract/administration/settings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { switchOf } from "#core/notification-switch.ts";
import { chosenNotifications } from "#store/administration/settings.ts";
import type { Db } from "#store/db.ts";

/** Returns true if this kind of notification is off for the whole server. */
export function isSwitchedOff(type: ConnectorId, { notifications }: Pick<Settings, "notifications">): boolean {
  const name = switchOf(type);
  return name !== null && !notifications[name];
}

/** Returns true if an administrator switched off this kind of notification. A default does not count. */
export async function isSwitchedOffByAdmin(db: Db, type: ConnectorId): Promise<boolean> {
  const name = switchOf(type);
  return name !== null && (await chosenNotifications(db))[name] === false;
}
