import { Alert, TextInput } from "@mantine/core";
import { dayMs } from "@plumb/contract/durations.ts";
import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { formatCalendarDay } from "@plumb/contract/figures.ts";
import { IconAlertTriangle, IconClock } from "@tabler/icons-react";
import { calendarDay, formatTimestamp } from "#lib/format/format.ts";
import type { ServerForm } from "#ui/form/server-form.ts";
import { useNow } from "#ui/text/now.ts";

interface ExpiryFieldProps {
  readonly expiry: ConnectorSetup["expiry"];
  /** Value, error and change handler of the entered day. */
  readonly input: ReturnType<ServerForm<{ lastDay: string }>["getInputProps"]>;
}

/** Days before the end from which the form warns, as the notifications do. */
const warningDays = 14;

/** End of the credentials: as the service reports it, otherwise a day that the user can enter. */
export function ExpiryField({ expiry, input }: ExpiryFieldProps) {
  if (expiry === null) return null;
  const { reportedAt, lastDay } = expiry;
  return (
    <>
      <ExpiryNotice reportedAt={reportedAt} lastDay={lastDay} />
      {reportedAt === null && (
        <TextInput
          {...input}
          type="date"
          label="Credentials valid until (optional)"
          description="The service does not report it. Plumb notifies those who can replace them 14 and 3 days before."
        />
      )}
    </>
  );
}

function ExpiryNotice({ reportedAt, lastDay }: NonNullable<ConnectorSetup["expiry"]>) {
  const nowMs = useNow();
  const end = reportedAt === null ? lastDay : calendarDay(reportedAt);
  if (end === null) return null;
  const days = Math.round((Date.parse(end) - Date.parse(calendarDay(new Date(nowMs)))) / dayMs);
  const hasEnded = reportedAt === null ? days < 0 : Date.parse(reportedAt) <= nowMs;
  const when = reportedAt === null ? formatCalendarDay(end) : formatTimestamp(reportedAt);
  if (hasEnded)
    return (
      <Alert color="red" variant="light" role="note" icon={<IconAlertTriangle size={18} />}>
        {`The credentials expired on ${when}. Enter new ones.`}
      </Alert>
    );
  const left = days <= 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`;
  return (
    <Alert
      color={days <= warningDays ? "yellow" : "brand"}
      variant="light"
      role="note"
      icon={days <= warningDays ? <IconAlertTriangle size={18} /> : <IconClock size={18} />}
    >
      {`The credentials expire ${left}: on ${when}.`}
    </Alert>
  );
}
