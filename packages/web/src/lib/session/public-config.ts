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
  /** Address of the logo; `null` for the default logo. */
  readonly logo: string | null;
}

const defaultBrand: Brand = { name: "Plumb", color: "#6D2366", footer: "", logo: null };

/** Brand, sign-up policy and limits. Changes in the settings are written here, so that the interface updates immediately. */
export const publicConfigQuery = queryOptions({
  queryKey: ["public-config"],
  queryFn: async ({ signal }) => (await api.call(publicConfig, { signal })).data,
  staleTime: 5 * 60_000,
});

// Read only once, because data that this tab receives later is newer.
const storedBrand = parsedBrand(readStored("plumbSettings"));

/** Returns name, colour and footer. Before the server responds, these are the values of the last visit or the defaults. */
export function useBrand(): Brand {
  const { data } = useQuery(publicConfigQuery);
  if (data === undefined) return storedBrand;
  return { name: data.brandName, color: data.primaryColor, footer: data.footer, logo: data.logo };
}

/**
 * Stores the brand, so that the next visit opens in the right colour, and reloads it when another tab stores a different one.
 * Used by the root.
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

/** Validates the stored value, which can be anything. Exported for its test. */
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
