import { connectors } from "./registry.ts";
import { isEnabled, openValues } from "./setup.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { saveReportedEnd } from "#store/integrations/connector-expiry.ts";
import type { ConnectorRow } from "#store/integrations/connectors.ts";

/** Asks the service when the credentials of an enabled connector expire, and stores it. A service that cannot be reached changes nothing. */
export async function recordReportedExpiry(
  { clock, db, outgoing, secretBox }: Pick<Context, "clock" | "db" | "outgoing" | "secretBox">,
  row: ConnectorRow | null,
): Promise<void> {
  if (!isEnabled(row)) return;
  const { readExpiry } = connectors[row.type];
  if (readExpiry === undefined) return;
  try {
    const reportedAt = await readExpiry(openValues(row, secretBox), { outgoing, now: clock() });
    await saveReportedEnd(db, row, reportedAt);
  } catch (error) {
    if (!(error instanceof OutgoingError) && !(error instanceof SealError)) throw error;
  }
}
