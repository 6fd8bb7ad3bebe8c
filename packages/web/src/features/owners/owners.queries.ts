import { changeOwnerRules, previewOwnerRules, readOwnerRules, setTestOwner } from "@plumb/contract/tests/owners.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

export function ownerRulesQuery(projectId: number) {
  return queryOptions({
    queryKey: ["owner-rules", projectId],
    queryFn: async ({ signal }) => (await api.call(readOwnerRules, { params: { projectId }, signal })).data,
  });
}

export function useOwnerPreview(projectId: number) {
  return useMutation({
    mutationFn: async (rules: string) =>
      (await api.call(previewOwnerRules, { params: { projectId }, body: { rules } })).data,
  });
}

export function useChangeOwnerRules(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (options: { readonly rules: string; readonly version: number }) =>
      (await api.call(changeOwnerRules, { params: { projectId }, body: options })).data,
    onSuccess: (data) => {
      queryClient.setQueryData(ownerRulesQuery(projectId).queryKey, data);
      showSuccess("The rules were saved. Owners are being reassigned.");
    },
  });
}

export function useTestOwner(projectId: number, testId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (owner: string | null) =>
      (await api.call(setTestOwner, { params: { projectId, testId }, body: { owner } })).data,
    onSuccess: ({ owner }) => showSuccess(owner === null ? "The test has no owner." : `${owner} owns the test.`),
    onError: (error) => showError(refusalText(error, "Failed to change the owner")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}
