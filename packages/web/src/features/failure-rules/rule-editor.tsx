import { Skeleton } from "@mantine/core";
import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import type { ClassificationRule } from "@plumb/contract/failures/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { showSuccess } from "#ui/feedback/toast.ts";
import { RuleForm, type RuleValues } from "./rule-form.tsx";
import { RulePreviewPanel } from "./rule-preview-panel.tsx";
import { fittingText, nameFor } from "./rule-texts.ts";
import { causeQuery, scopesQuery, useChangeRules } from "./rules.queries.ts";

interface RuleEditorProps {
  readonly projectId: number;
  /** `null` for a new rule. */
  readonly rule: ClassificationRule | null;
  /** Cause that a new rule is based on. */
  readonly fromCause: number | undefined;
  readonly onDone: () => void;
}

/** Form to create or change a rule. */
export function RuleEditor({ projectId, rule, fromCause, onDone }: RuleEditorProps) {
  const scopes = useQuery(scopesQuery(projectId));
  const cause = useQuery({ ...causeQuery(projectId, fromCause ?? 0), enabled: fromCause !== undefined });
  const change = useChangeRules(projectId);
  // If the cause no longer exists, the form is empty.
  if (fromCause !== undefined && cause.isPending)
    return (
      <div aria-busy>
        <Skeleton height={360} animate={false} />
      </div>
    );
  return (
    <RuleForm
      ruleId={rule?.id ?? null}
      start={rule === null ? valuesFor(cause.data) : valuesOf(rule)}
      scopes={scopes.data ?? { suite: [], environment: [], branch: [] }}
      pending={change.isPending}
      error={change.error}
      renderPreview={(draft) => <RulePreviewPanel projectId={projectId} draft={draft} />}
      onSubmit={(input) =>
        change.mutate(
          { kind: "save", ruleId: rule?.id ?? null, rule: input },
          {
            onSuccess: () => {
              showSuccess(
                rule === null
                  ? "Rule added. Stored failures are being reclassified."
                  : "Rule saved. Stored failures are being reclassified.",
              );
              onDone();
            },
          },
        )
      }
      onCancel={onDone}
    />
  );
}

const everywhere = { suite: "", environment: "", branch: "", test: "" };

function valuesFor(cause: FailureGroupDetails | undefined): RuleValues {
  const pattern = cause === undefined ? "" : fittingText(cause);
  return {
    name: nameFor(pattern),
    kind: "text",
    pattern,
    ignoreCase: true,
    scope: everywhere,
    primaryClass: cause?.primaryClass ?? null,
    subClass: cause?.subClass?.code ?? null,
  };
}

function valuesOf({ name, kind, pattern, ignoreCase, scope, primaryClass, subClass }: ClassificationRule): RuleValues {
  return {
    name,
    kind,
    pattern,
    ignoreCase,
    scope: {
      suite: scope.suite ?? "",
      environment: scope.environment ?? "",
      branch: scope.branch ?? "",
      test: scope.test ?? "",
    },
    primaryClass,
    subClass: subClass?.code ?? null,
  };
}
