import { Button, Checkbox, MultiSelect, NativeSelect, NumberInput, Stack, TextInput } from "@mantine/core";
import type { NotificationRule, RuleEvent } from "@plumb/contract/integrations/notification-rules.ts";
import { itemPriorities, priorityLabels } from "@plumb/contract/items/item-labels.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { ReactNode } from "react";
import { EventFields } from "./event-fields.tsx";
import type { RuleDraft } from "./notification-rules.queries.ts";
import { conditionWords, minuteIn, type TextCondition, timeText, valuesIn } from "./rule-words.ts";
import styles from "./rules.module.css";
import { DialogActions } from "#ui/form/dialog-actions.tsx";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";

interface RuleFormProps {
  /** Rule to change; `null` for a new one. */
  readonly rule: NotificationRule | null;
  /** Connections to channels, such as "Slack · #qa". */
  readonly channels: readonly { readonly id: number; readonly label: string }[];
  readonly pending: boolean;
  readonly error: unknown;
  /** Renders the preview of the current input. */
  readonly renderPreview: (draft: RuleDraft) => ReactNode;
  readonly onSubmit: (draft: RuleDraft) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly name: string;
  readonly bindingId: string;
  readonly events: RuleEvent[];
  readonly conditions: Readonly<Record<TextCondition, string>>;
  readonly classes: string[];
  readonly priorities: string[];
  readonly maxPerHour: number;
  readonly isQuiet: boolean;
  readonly from: string;
  readonly until: string;
  readonly weekends: boolean;
}

const textConditions = Object.keys(conditionWords) as TextCondition[];

/** Form of a notification rule, with a preview of its messages at its side. */
export function RuleForm({ rule, channels, pending, error, renderPreview, onSubmit, onCancel }: RuleFormProps) {
  const form = useServerForm<Values>({
    initialValues: initialValues(rule, channels),
    validate: (values) => ({
      ...(values.name.trim() === "" && { name: "Enter a name" }),
      ...(values.events.length === 0 && { events: "Choose at least one event" }),
      ...(values.isQuiet && minuteIn(values.from) === null && { from: "Enter a time such as 22:00" }),
      ...(values.isQuiet && minuteIn(values.until) === null && { until: "Enter a time such as 07:00" }),
    }),
    error,
  });
  return (
    <form {...form.element((values) => onSubmit(draftOf(values, rule)))} aria-label="Notification rule">
      <div className={styles["sides"]}>
        <Stack gap="md">
          <FormRefusal refusal={form.refusal} fallback="Failed to save the rule" />
          <TextInput label="Name" maxLength={100} placeholder="Red runs on main" {...form.getInputProps("name")} />
          <NativeSelect
            label="Channel"
            data={channels.map(({ id, label }) => ({ value: String(id), label }))}
            {...form.getInputProps("bindingId")}
          />
          <EventFields {...form.getInputProps("events")} />
          <ConditionFields form={form} />
          <LimitFields form={form} />
        </Stack>
        <div className={styles["preview"]}>{renderPreview(draftOf(form.values, rule))}</div>
      </div>
      <DialogActions>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={pending}>
          {rule === null ? "Add rule" : "Save"}
        </Button>
      </DialogActions>
    </form>
  );
}

const descriptions: Readonly<Partial<Record<TextCondition, string>>> = {
  branch: "Separated by commas. A * stands for any text.",
  owner: "Owners of tests and assignees of analysis items, separated by commas",
};

function ConditionFields({ form }: { readonly form: ServerForm<Values> }) {
  return (
    <>
      {textConditions.map((name) => (
        <TextInput
          key={name}
          label={`${conditionWords[name]} (optional)`}
          description={descriptions[name] ?? "Separated by commas"}
          maxLength={4000}
          {...form.getInputProps(`conditions.${name}`)}
        />
      ))}
      <MultiSelect
        label="Classes (optional)"
        description="Of causes"
        data={[...failureClasses]}
        comboboxProps={{ withinPortal: true }}
        {...form.getInputProps("classes")}
      />
      <MultiSelect
        label="Priorities (optional)"
        description="Of analysis items. Causes have no priority."
        data={itemPriorities.map((value) => ({ value, label: priorityLabels[value] }))}
        comboboxProps={{ withinPortal: true }}
        {...form.getInputProps("priorities")}
      />
    </>
  );
}

function LimitFields({ form }: { readonly form: ServerForm<Values> }) {
  return (
    <>
      <NumberInput
        label="Messages per hour"
        description="Extra messages are combined into one."
        min={1}
        max={100}
        allowDecimal={false}
        {...form.getInputProps("maxPerHour")}
      />
      <Checkbox
        label="Quiet hours"
        description="Messages wait, and one message sums them up afterwards."
        {...form.getInputProps("isQuiet", { type: "checkbox" })}
      />
      {form.values.isQuiet && (
        <div className={styles["times"]}>
          <TextInput label="From" placeholder="22:00" maxLength={5} {...form.getInputProps("from")} />
          <TextInput label="Until" placeholder="07:00" maxLength={5} {...form.getInputProps("until")} />
          <Checkbox
            label="Also on weekends"
            style={{ alignSelf: "center" }}
            {...form.getInputProps("weekends", { type: "checkbox" })}
          />
        </div>
      )}
    </>
  );
}

function initialValues(rule: NotificationRule | null, channels: RuleFormProps["channels"]): Values {
  const { quiet = null } = rule ?? {};
  return {
    name: rule?.name ?? "",
    bindingId: String(rule?.bindingId ?? channels[0]?.id ?? ""),
    events: [...(rule?.events ?? (["run.failed", "run.recovered"] as const))],
    conditions: Object.fromEntries(
      textConditions.map((name) => [name, rule?.conditions[name].join(", ") ?? ""]),
    ) as Record<TextCondition, string>,
    classes: [...(rule?.conditions.class ?? [])],
    priorities: [...(rule?.conditions.priority ?? [])],
    maxPerHour: rule?.maxPerHour ?? 20,
    isQuiet: quiet !== null,
    from: timeText(quiet?.from ?? 22 * 60),
    until: timeText(quiet?.until ?? 7 * 60),
    weekends: quiet?.weekends ?? true,
  };
}

/** A rule keeps its time zone; a new rule gets the user's. */
function draftOf(values: Values, rule: NotificationRule | null): RuleDraft {
  const timeZone = rule?.quiet?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const conditions = Object.fromEntries(textConditions.map((name) => [name, valuesIn(values.conditions[name])]));
  return {
    name: values.name.trim(),
    bindingId: Number(values.bindingId),
    events: values.events,
    conditions: {
      ...conditions,
      class: failureClasses.filter((each) => values.classes.includes(each)),
      priority: itemPriorities.filter((each) => values.priorities.includes(each)),
    },
    maxPerHour: values.maxPerHour,
    quiet: values.isQuiet
      ? { timeZone, from: minuteIn(values.from) ?? 0, until: minuteIn(values.until) ?? 0, weekends: values.weekends }
      : null,
  };
}
