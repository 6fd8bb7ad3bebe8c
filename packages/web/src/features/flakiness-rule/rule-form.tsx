import { branchNames } from "@plumb/contract/projects/main-branches.ts";
import { Button, NumberInput, Stack, TextInput } from "@mantine/core";
import type { FlakinessRule, RulePreview } from "@plumb/contract/tests/flakiness-rule.ts";
import { FormRefusal } from "#ui/form/form-refusal.tsx";
import { PreviewAndSave } from "#ui/form/preview-and-save.tsx";
import { useServerForm } from "#ui/form/server-form.ts";
import styles from "./flakiness-rule.module.css";
import { PreviewText } from "./preview-text.tsx";

interface RuleFormProps {
  readonly rule: FlakinessRule;
  readonly isDefault: boolean;
  readonly pending: boolean;
  readonly error: unknown;
  /** Preview of the rule that was last tried. */
  readonly preview: RulePreview | undefined;
  readonly previewing: boolean;
  readonly onPreview: (rule: FlakinessRule) => void;
  /** `null` resets to the defaults. */
  readonly onSave: (rule: FlakinessRule | null) => void;
}

const numbers = [
  ["windowDays", "Period in days", 1, 60],
  ["minimumSample", "Minimum executions", 2, 100],
  ["activateAt", "Flaky from (%)", 0.1, 100],
  ["releaseAt", "Healthy again at (%)", 0, 100],
  ["releaseAfterClean", "or after clean runs", 1, 500],
  ["brokenAfter", "Broken after consecutive failures", 2, 50],
  ["mostlyRedAt", "Exclude runs with failures from (%)", 10, 100],
] as const;

/** Form values, with the branches as typed text. */
interface Values extends Omit<FlakinessRule, "mainBranches"> {
  readonly mainBranches: string;
}

function ruleOf(values: Values): FlakinessRule {
  return { ...values, mainBranches: branchNames(values.mainBranches) };
}

const wrong = "Must be lower than the flaky threshold";

/** Form for the definition of a flaky test, with a preview. */
export function RuleForm({ rule, isDefault, pending, error, onSave, ...preview }: RuleFormProps) {
  const form = useServerForm<Values>({
    initialValues: { ...rule, mainBranches: rule.mainBranches.join(", ") },
    validate: {
      releaseAt: (value, { activateAt }) => (value < activateAt ? null : wrong),
      mainBranches: (value) => (branchNames(value).length === 0 ? "Enter at least one branch" : null),
    },
    error,
    ownNames: Object.fromEntries(
      [...numbers.map(([name]) => name), "mainBranches"].map((name) => [`rule.${name}`, name]),
    ),
  });
  return (
    <form {...form.element((values) => onSave(ruleOf(values)))} aria-label="Flakiness rule">
      <Stack gap="md">
        <FormRefusal refusal={form.refusal} fallback="Failed to save the rule" />
        <div className={styles["fields"]}>
          {numbers.map(([name, label, min, max]) => (
            <NumberInput
              key={name}
              label={label}
              min={min}
              max={max}
              allowDecimal={label.endsWith("(%)")}
              {...form.getInputProps(name)}
            />
          ))}
          <TextInput
            label="Main branches"
            description="Branches of the project, separated by commas. Other branches are compared with these"
            maxLength={2000}
            {...form.getInputProps("mainBranches")}
          />
        </div>
        {preview.preview !== undefined && <PreviewText preview={preview.preview} />}
        <PreviewAndSave
          previewing={preview.previewing}
          pending={pending}
          onPreview={() => {
            if (!form.validate().hasErrors) preview.onPreview(ruleOf(form.values));
          }}
        >
          {!isDefault && (
            <Button variant="subtle" color="gray" mr="auto" onClick={() => onSave(null)}>
              Use the defaults
            </Button>
          )}
        </PreviewAndSave>
      </Stack>
    </form>
  );
}
