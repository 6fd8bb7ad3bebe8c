import { useQuery } from "@tanstack/react-query";
import { publicConfigQuery } from "./public-config.ts";

/** Returns the server's URL for CI jobs, without a trailing slash: the configured one, otherwise the page's. */
export function useServerAddress(): string {
  const { data } = useQuery(publicConfigQuery);
  return data?.publicUrl ?? window.location.origin;
}
