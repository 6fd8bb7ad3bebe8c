import {
  changeFlakinessRule,
  type FlakinessRule,
  previewFlakinessRule,
  readFlakinessRule,
} from "@plumb/contract/tests/flakiness-rule.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { showSuccess } from "#ui/feedback/toast.ts";

export function flakinessRuleQuery(projectId: number) {
  return queryOptions({
    queryKey: ["flakiness-rule", projectId],
    queryFn: async ({ signal }) => (await api.call(readFlakinessRule, { params: { projectId }, signal })).data,
  });
}

export function usePreview(projectId: number) {
  return useMutation({
    mutationFn: async (rule: FlakinessRule) =>
      (await api.call(previewFlakinessRule, { params: { projectId }, body: { rule } })).data,
  });
}

export function useChangeRule(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (rule: FlakinessRule | null) =>
      (await api.call(changeFlakinessRule, { params: { projectId }, body: { rule } })).data,
    onSuccess: (data) => {
      queryClient.setQueryData(flakinessRuleQuery(projectId).queryKey, data);
      showSuccess("The rule was saved. Tests are being re-evaluated.");
    },
  });
}
