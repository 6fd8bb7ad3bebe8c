import { quarantineFailures, releaseFailures } from "@plumb/contract/failures/quarantine.ts";
import { type QuarantineKind, quarantineTest, releaseTest } from "@plumb/contract/tests/quarantine.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import type { FailureTarget } from "#lib/keys/triaged-failure.ts";
import { counted } from "#lib/format/format.ts";
import { showError, showSuccess, showUndoable } from "#ui/feedback/toast.ts";

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

/** The tests of causes or failures. */
export type FailedTests = FailureTarget & {
  /** Period and filters for the tests of causes. */
  readonly window: object;
};

function bodyOf(tests: FailedTests) {
  if ("matching" in tests) {
    const { list, class: name, groupId, state } = tests.matching;
    return { window: tests.window, matching: { list, class: name, groupId, state } };
  }
  return { ...tests, groupIds: [...(tests.groupIds ?? [])], testCaseIds: [...(tests.testCaseIds ?? [])] };
}

/** Counts the tests that would be put in quarantine. */
export function failedTestsQuery(projectId: number, tests: FailedTests) {
  return queryOptions({
    queryKey: ["tests", projectId, "quarantinable", tests],
    queryFn: async ({ signal }) => {
      const body = { ...bodyOf(tests), kind: "quarantine" as const, reason: "–", preview: true };
      return (await api.call(quarantineFailures, { params: { projectId }, body, signal })).data;
    },
    // An earlier preview may be of the state before a quarantine.
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Puts the tests of causes or failures in quarantine, with undo.
 *
 * @param onReleased Gets the number of tests that the undo released.
 */
export function useQuarantineFailures(projectId: number, onReleased: (tests: number) => void) {
  const queryClient = useQueryClient();
  const release = useReleaseFailures(projectId, onReleased);
  return useMutation({
    mutationFn: async ({ tests, draft }: { readonly tests: FailedTests; readonly draft: QuarantineDraft }) =>
      (await api.call(quarantineFailures, { params: { projectId }, body: { ...bodyOf(tests), ...draft } })).data,
    onSuccess: ({ testIds }, { draft: { kind } }) => {
      const tests = counted(testIds.length, "test");
      showUndoable(kind === "mute" ? `${tests} muted.` : `${tests} in quarantine, starting with the next run.`, () =>
        release.mutate({ testIds }),
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}

/** Ends the quarantine of tests, by id or of causes or failures. */
export function useReleaseFailures(projectId: number, onReleased: (tests: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (tests: FailedTests | { readonly testIds: number[] }) => {
      const body = "testIds" in tests ? tests : bodyOf(tests);
      return (await api.call(releaseFailures, { params: { projectId }, body })).data;
    },
    onSuccess: ({ testIds }) => {
      onReleased(testIds.length);
      showSuccess(`${counted(testIds.length, "test")} released. Their failures count and trigger notifications again.`);
    },
    onError: (error) => showError(refusalText(error, "Failed to release the tests")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["tests", projectId] }),
  });
}
