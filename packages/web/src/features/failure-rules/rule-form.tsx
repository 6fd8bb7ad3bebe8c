import { Autocomplete, Button, Checkbox, Group, Radio, Select, Stack, TextInput } from "@mantine/core";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { ruleErrors, ruleLength, type RuleKind } from "@plumb/contract/failures/rules.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { type ServerForm, useServerForm } from "#ui/form/server-form.ts";
import { subClassesOf } from "#ui/badges/sub-classes.ts";
import type { PatternDraft, RuleDraft } from "./rules.queries.ts";
import styles from "./rules.module.css";

export interface RuleValues {
  readonly name: string;
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly scope: {
    readonly suite: string;
    readonly environment: string;
    readonly branch: string;
    readonly test: string;
  };
  readonly primaryClass: FailureClass | null;
  readonly subClass: string | null;
}

interface RuleFormProps {
  /** Rule to change; `null` for a new one. */
  readonly ruleId: number | null;
  readonly start: RuleValues;
  readonly scopes: { readonly suite: string[]; readonly environment: string[]; readonly branch: string[] };
  readonly pending: boolean;
  readonly error: unknown;
  /** Renders the preview of the current input. */
  readonly renderPreview: (draft: PatternDraft) => ReactNode;
  readonly onSubmit: (rule: RuleDraft) => void;
  readonly onCancel: () => void;
}

const parts = [
  { part: "suite", label: "Suite" },
  { part: "environment", label: "Environment" },
  { part: "branch", label: "Branch" },
] as const;

/** Rule form with pattern, scope and class, and a preview of its effect. */
export function RuleForm({ ruleId, start, scopes, pending, error, renderPreview, onSubmit, onCancel }: RuleFormProps) {
  const form = useServerForm<RuleValues>({
    initialValues: start,
    validate: (values) => ({
      ...ruleErrors(values),
      ...(values.primaryClass === null && { primaryClass: "Class is required" }),
    }),
    error,
  });
  const { kind, pattern, ignoreCase, scope } = form.values;
  const first = useRef<HTMLInputElement>(null);
  // The form replaces the list in an open dialog, so it has to receive the focus.
  useEffect(() => first.current?.focus(), []);
  return (
    <form
      {...form.element(({ primaryClass: chosen, ...rest }) => {
        if (chosen !== null) onSubmit({ ...rest, primaryClass: chosen });
      })}
      aria-label={ruleId === null ? "New rule" : "Edit rule"}
    >
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the rule" />
        <TextInput
          label="Name"
          placeholder="Payment sandbox is down"
          maxLength={ruleLength.name}
          ref={first}
          {...form.getInputProps("name")}
        />
        <ErrorFields form={form} />
        <ClassFields form={form} />
        <ScopeFields form={form} scopes={scopes} />
        {renderPreview({ kind, pattern, ignoreCase, scope, ruleId })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {ruleId === null ? "Add rule" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly form: ServerForm<RuleValues>;
}

/** Fields for the errors that the rule matches. */
function ErrorFields({ form }: FieldsProps) {
  const { kind } = form.values;
  return (
    <>
      <Radio.Group label="Error" {...form.getInputProps("kind")}>
        <Group mt={6} gap="lg">
          <Radio value="text" label="contains text" />
          <Radio value="regex" label="matches a regular expression" />
        </Group>
      </Radio.Group>
      <TextInput
        label={kind === "text" ? "Text" : "Regular expression"}
        description={
          kind === "text"
            ? "Matched against each line of the message and the stack"
            : "Matched against the message and the stack; ^ and $ match at line breaks. Look-around and back-references are not supported"
        }
        className={styles["pattern"]}
        maxLength={ruleLength.pattern}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps("pattern")}
      />
      <Checkbox label="Ignore case" {...form.getInputProps("ignoreCase", { type: "checkbox" })} />
    </>
  );
}

/** Fields for the class and sub-class that the rule assigns. */
function ClassFields({ form }: FieldsProps) {
  const { primaryClass } = form.values;
  return (
    <div className={styles["pair"]}>
      <Select
        label="Classify as"
        placeholder="Choose a class"
        data={failureClasses}
        {...form.getInputProps("primaryClass")}
        onChange={(value) => {
          form.setFieldValue("primaryClass", failureClasses.find((each) => each === value) ?? null);
          form.setFieldValue("subClass", null);
        }}
      />
      <Select
        label="Sub-class"
        placeholder="None"
        data={primaryClass === null ? [] : subClassesOf(primaryClass)}
        disabled={primaryClass === null}
        clearable
        {...form.getInputProps("subClass")}
      />
    </div>
  );
}

/** Fields that limit the rule to some tests. */
function ScopeFields({ form, scopes }: FieldsProps & Pick<RuleFormProps, "scopes">) {
  return (
    <fieldset className={styles["scope"]}>
      <legend>Scope (leave empty for the whole project)</legend>
      <div className={styles["pair"]}>
        {parts.map(({ part, label }) => (
          <Autocomplete
            key={part}
            label={label}
            data={scopes[part]}
            limit={50}
            maxLength={ruleLength.scope}
            {...form.getInputProps(`scope.${part}`)}
          />
        ))}
        <TextInput
          label="Test contains"
          placeholder="File or title"
          maxLength={ruleLength.scope}
          {...form.getInputProps("scope.test")}
        />
      </div>
    </fieldset>
  );
}
