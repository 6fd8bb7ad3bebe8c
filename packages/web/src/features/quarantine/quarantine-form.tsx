import { Button, Group, NumberInput, Radio, Stack, TextInput } from "@mantine/core";
import { type OpenQuarantine, quarantineTexts } from "@plumb/contract/tests/quarantine.ts";
import { dayNumber, zoneDays } from "@plumb/analysis/trends/calendar.ts";
import { calendarDay } from "#lib/format/format.ts";
import { readerTimeZone } from "#lib/format/time-zone.ts";
import { useNow } from "#ui/text/now.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import type { QuarantineDraft } from "./quarantine.queries.ts";

interface QuarantineFormProps {
  /** Current quarantine; `null` if there is none. */
  readonly quarantine: OpenQuarantine | null;
  /** Owner of the test, if known. */
  readonly owner: string | null;
  /** Suggested reason. */
  readonly reason?: string;
  readonly pending: boolean;
  readonly error: unknown;
  readonly onSubmit: (draft: QuarantineDraft) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly kind: OpenQuarantine["kind"];
  readonly reason: string;
  readonly owner: string;
  /** `2030-01-31`, or empty. */
  readonly endsAt: string;
  readonly releaseAfter: number | string;
}

/** Returns the last second of a day in the user's time zone, which may differ from the device's. */
function endOf(day: string): string | null {
  if (day === "") return null;
  const zone = zoneDays(readerTimeZone());
  return new Date(zone.startOf(dayNumber(day) + 1) - 1000).toISOString();
}

/** Form for the quarantine of a test: its reason, the responsible user and when it ends. */
export function QuarantineForm({
  quarantine,
  owner,
  reason = "",
  pending,
  error,
  onSubmit,
  onCancel,
}: QuarantineFormProps) {
  const today = calendarDay(new Date(Math.max(useNow(), 0)));
  const endDay = quarantine?.endsAt == null ? "" : calendarDay(quarantine.endsAt);
  const form = useServerForm<Values>({
    initialValues: {
      kind: quarantine?.kind ?? "quarantine",
      reason: quarantine?.reason ?? reason,
      owner: quarantine?.owner ?? owner ?? "",
      endsAt: endDay,
      releaseAfter: quarantine === null ? 10 : (quarantine.releaseAfter ?? ""),
    },
    validate: { reason: (typed) => (typed.trim() === "" ? quarantineTexts.reason : null) },
    error,
  });
  return (
    <form
      {...form.element(({ kind, reason: typed, owner: who, endsAt, releaseAfter }) =>
        onSubmit({
          kind,
          reason: typed.trim(),
          owner: who.trim() === "" ? null : who.trim(),
          // If the day is unchanged, the time stays unchanged too.
          endsAt: endsAt === endDay ? (quarantine?.endsAt ?? null) : endOf(endsAt),
          releaseAfter: releaseAfter === "" ? null : Number(releaseAfter),
        }),
      )}
      aria-label="Quarantine"
    >
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to put the test in quarantine" />
        <Radio.Group label="Effect on its failures" {...form.getInputProps("kind")}>
          <Stack gap={8} mt={6}>
            <Radio value="quarantine" label="Quarantine" description="Excluded from rates, no notifications" />
            <Radio value="mute" label="Mute" description="Included in rates, no notifications" />
          </Stack>
        </Radio.Group>
        <TextInput label="Reason" maxLength={1000} required data-autofocus {...form.getInputProps("reason")} />
        <TextInput label="Owner" description="Responsible" maxLength={200} {...form.getInputProps("owner")} />
        <Group grow align="start">
          <NumberInput
            label="Ends after clean runs"
            description="Consecutive runs that passed on the first attempt"
            min={1}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps("releaseAfter")}
          />
          <TextInput
            type="date"
            label="Ends on"
            description="At the end of the day"
            min={today}
            {...form.getInputProps("endsAt")}
          />
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {quarantine !== null ? "Save" : form.values.kind === "mute" ? "Mute" : "Quarantine"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
