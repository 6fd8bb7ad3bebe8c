import { Button, Group, NumberInput, Radio, Stack, TextInput } from "@mantine/core";
import { type OpenQuarantine, quarantineTexts } from "@plumb/contract/tests/quarantine.ts";
import { calendarDay } from "#lib/format/format.ts";
import { useNow } from "#ui/now.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import type { QuarantineDraft } from "./quarantine.queries.ts";

interface QuarantineFormProps {
  /** What holds now; null: nothing. */
  readonly quarantine: OpenQuarantine | null;
  /** Who owns the test, where that is known. */
  readonly owner: string | null;
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

/** The end of that day where the reader is. */
function endOf(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** Why a test's failures are let pass, who sees to it, and what ends it. */
export function QuarantineForm({ quarantine, owner, pending, error, onSubmit, onCancel }: QuarantineFormProps) {
  const today = calendarDay(new Date(Math.max(useNow(), 0)));
  const form = useServerForm<Values>({
    initialValues: {
      kind: quarantine?.kind ?? "quarantine",
      reason: quarantine?.reason ?? "",
      owner: quarantine?.owner ?? owner ?? "",
      endsAt: quarantine?.endsAt == null ? "" : calendarDay(quarantine.endsAt),
      releaseAfter: quarantine === null ? 10 : (quarantine.releaseAfter ?? ""),
    },
    validate: { reason: (reason) => (reason.trim() === "" ? quarantineTexts.reason : null) },
    error,
  });
  return (
    <form
      {...form.element(({ kind, reason, owner: who, endsAt, releaseAfter }) =>
        onSubmit({
          kind,
          reason: reason.trim(),
          owner: who.trim() === "" ? null : who.trim(),
          endsAt: endOf(endsAt),
          releaseAfter: releaseAfter === "" ? null : Number(releaseAfter),
        }),
      )}
      aria-label="Quarantine"
    >
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to put the test in quarantine" />
        <Radio.Group label="What is let pass" {...form.getInputProps("kind")}>
          <Stack gap={8} mt={6}>
            <Radio value="quarantine" label="Quarantine" description="Its failures count in no rate, and tell nobody" />
            <Radio value="mute" label="Mute" description="Its failures count, and tell nobody" />
          </Stack>
        </Radio.Group>
        <TextInput label="Reason" maxLength={1000} required data-autofocus {...form.getInputProps("reason")} />
        <TextInput label="Owner" description="Who sees to it" maxLength={200} {...form.getInputProps("owner")} />
        <Group grow align="start">
          <NumberInput
            label="Ends after clean runs"
            description="Passed at once, one after the other"
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
            {quarantine === null ? "Let its failures pass" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
