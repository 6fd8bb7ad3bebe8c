import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#lib/api/api.ts";
import { readStored, writeStored } from "./storage.ts";

export interface Brand {
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly footer: string;
  /** Where the logo is; null for our own mark. */
  readonly logo: string | null;
}

const defaultBrand: Brand = { name: "Plumb", color: "#6D2366", footer: "", logo: null };

/** Brand, sign-up policy and limits. Changes are written here, so that the interface follows immediately. */
export const publicConfigQuery = queryOptions({
  queryKey: ["public-config"],
  queryFn: async ({ signal }) => (await api.call(publicConfig, { signal })).data,
  staleTime: 5 * 60_000,
});

// Read once: what this tab is told later is newer.
const storedBrand = parsedBrand(readStored("plumbSettings"));

/** Name, colour and footer: the server's, until it has answered those of the last visit, on the first visit our own. */
export function useBrand(): Brand {
  const { data } = useQuery(publicConfigQuery);
  if (data === undefined) return storedBrand;
  return { name: data.brandName, color: data.primaryColor, footer: data.footer, logo: data.logo };
}

/**
 * For the root: keeps the brand for the next visit, which then opens in the right colour, and asks again when another tab
 * has kept another one.
 */
export function useFollowedBrand(): void {
  const queryClient = useQueryClient();
  const { data } = useQuery(publicConfigQuery);
  useEffect(() => {
    if (data === undefined) return;
    const { brandName, primaryColor, footer, logo } = data;
    writeStored("plumbSettings", JSON.stringify({ brandName, primaryColor, footer, logo }));
  }, [data]);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === "plumbSettings") void queryClient.invalidateQueries({ queryKey: publicConfigQuery.queryKey });
    };
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, [queryClient]);
}

/** Stored values can be anything. Exported for its test. */
export function parsedBrand(stored: string | null): Brand {
  if (stored === null) return defaultBrand;
  try {
    const value = JSON.parse(stored) as unknown;
    if (typeof value !== "object" || value === null) return defaultBrand;
    const { brandName, primaryColor, footer, logo } = value as Record<string, unknown>;
    return {
      name: typeof brandName === "string" && brandName.trim() !== "" ? brandName : defaultBrand.name,
      color:
        typeof primaryColor === "string" && /^#[\da-f]{6}$/i.test(primaryColor) ? primaryColor : defaultBrand.color,
      footer: typeof footer === "string" ? footer : defaultBrand.footer,
      logo: typeof logo === "string" ? logo : null,
    };
  } catch {
    return defaultBrand;
  }
}
