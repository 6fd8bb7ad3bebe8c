import type { Input } from "@plumb/client/client.ts";
import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => (await api.call(readSettings, { signal })).data,
});

/** Saves changes. Brand and colour update the interface immediately, before any data is reloaded. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<(typeof updateSettings)["body"]>) => (await api.call(updateSettings, { body })).data,
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      const { brandName, primaryColor, logo, footer, signUp } = settings;
      queryClient.setQueryData(
        publicConfigQuery.queryKey,
        (known) => known && { ...known, brandName, primaryColor, logo, footer, signUp },
      );
    },
  });
}
