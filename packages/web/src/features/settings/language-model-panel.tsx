import { Skeleton } from "@mantine/core";
import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { useQuery } from "@tanstack/react-query";
import { LanguageModelForm, useLanguageModelForm, valuesOf } from "./language-model-form.tsx";
import { languageModelQuery, useModelAction } from "./language-model.queries.ts";
import { LeaveSettings } from "./leave-settings.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

/** Settings of the language model, edited in a draft and tested. */
export function LanguageModelPanel() {
  // Settings must not change while the user types.
  const query = useQuery({ ...languageModelQuery, refetchOnWindowFocus: false });
  if (query.data !== undefined) return <Draft model={query.data} />;
  return query.isError ? (
    <ErrorPanel error={query.error} fallback="Failed to load the language model" onRetry={() => void query.refetch()} />
  ) : (
    <Skeleton height={640} maw={640} />
  );
}

function Draft({ model }: { readonly model: LanguageModel }) {
  const action = useModelAction();
  const kind = action.variables?.kind ?? null;
  const form = useLanguageModelForm(model, kind === "save" ? action.error : null);
  return (
    <>
      <LanguageModelForm
        form={form}
        model={model}
        pending={action.isPending ? kind : null}
        onSave={(change) =>
          action.mutate(
            { kind: "save", change },
            {
              onSuccess: (saved) => {
                form.setInitialValues(valuesOf(saved));
                form.reset();
                showSuccess("Language model saved");
              },
              onError: () => showError("Failed to save the language model"),
            },
          )
        }
        onTest={() =>
          action.mutate(
            { kind: "test" },
            { onError: (error) => showError(errorText(error, "Failed to test the language model")) },
          )
        }
      />
      <LeaveSettings unsaved={form.isDirty()} />
    </>
  );
}
