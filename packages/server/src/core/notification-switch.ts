import type { Settings } from "@plumb/contract/administration/settings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { chosenNotifications, changeSettings } from "#store/administration/settings.ts";
import type { Db } from "#store/db.ts";

/** Returns the switch of a connector in the general settings; `null` if it has none. */
export function switchOf(type: ConnectorId): keyof Settings["notifications"] | null {
  return type === "email" || type === "slack" || type === "teams" ? type : null;
}

/**
 * Switches a kind of notification on, unless an administrator has chosen its state. Returns whether it changed.
 *
 * @param defaults Settings without stored changes.
 */
export async function switchOnUnlessChosen(transaction: Db, defaults: Settings, type: ConnectorId): Promise<boolean> {
  const name = switchOf(type);
  if (name === null || defaults.notifications[name]) return false;
  if ((await chosenNotifications(transaction))[name] !== undefined) return false;
  await changeSettings(transaction, defaults, { notifications: { [name]: true } }, undefined);
  return true;
}
