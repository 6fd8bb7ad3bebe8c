import { publicConfig } from "@plumb/contract/public-config.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#lib/api.ts";

const defaultBrand = { name: "Plumb", color: "#6D2366" } as const;

export const publicConfigQuery = queryOptions({
  queryKey: ["public-config"],
  queryFn: async ({ signal }) => (await api.call(publicConfig, { signal })).data,
  staleTime: 5 * 60_000,
});

/** Name, colour and footer; our own until the server has answered. */
export function useBrand(): { name: string; color: string; footer: string } {
  const { data } = useQuery(publicConfigQuery);
  return {
    name: data?.brandName ?? defaultBrand.name,
    color: data?.primaryColor ?? defaultBrand.color,
    footer: data?.footer ?? "",
  };
}
