import { type QuarantineKind, quarantineTest, releaseTest } from "@plumb/contract/tests/quarantine.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

export interface QuarantineDraft {
  readonly kind: QuarantineKind;
  readonly reason: string;
  readonly owner: string | null;
  readonly endsAt: string | null;
  readonly releaseAfter: number | null;
}

interface OfTest {
  readonly projectId: number;
  readonly testId: number;
}

export function useQuarantine({ projectId, testId }: OfTest) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (draft: QuarantineDraft) =>
      (await api.call(quarantineTest, { params: { projectId, testId }, body: draft })).data,
    onSuccess: ({ kind }) =>
      showSuccess(
        kind === "mute"
          ? "Muted. Its failures still count, but do not trigger notifications."
          : "In quarantine. Its failures are excluded from rates, starting with the next run.",
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}

export function useRelease({ projectId, testId }: OfTest) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call(releaseTest, { params: { projectId, testId } })).data,
    onSuccess: () => showSuccess("Released. Its failures count and trigger notifications again."),
    onError: (error) => showError(refusalText(error, "Failed to release the test")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}
