import { useQuery } from "@tanstack/react-query";
import { publicConfigQuery } from "./public-config.ts";

/** Address of the server for CI jobs: configured, otherwise that of the page. Without a trailing slash. */
export function useServerAddress(): string {
  const { data } = useQuery(publicConfigQuery);
  return data?.publicUrl ?? window.location.origin;
}
