import {
  type LanguageModelChange,
  readLanguageModel,
  testLanguageModel,
  updateLanguageModel,
} from "@plumb/contract/administration/language-model.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export const languageModelQuery = queryOptions({
  queryKey: ["settings", "language-model"],
  queryFn: async ({ signal }) => (await api.call(readLanguageModel, { signal })).data,
});

export type ModelAction = { readonly kind: "save"; readonly change: LanguageModelChange } | { readonly kind: "test" };

/** Saves or tests the settings. Both return the current settings. */
export function useModelAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: ModelAction) =>
      (action.kind === "save"
        ? await api.call(updateLanguageModel, { body: action.change })
        : await api.call(testLanguageModel)
      ).data,
    onSuccess: (model) => queryClient.setQueryData(languageModelQuery.queryKey, model),
  });
}
