import { useQuery } from "@tanstack/react-query";
import { publicConfigQuery } from "./public-config.ts";

/** How a CI job reaches this server: as it is configured, else as this page was reached. Without a slash at the end. */
export function useServerAddress(): string {
  const { data } = useQuery(publicConfigQuery);
  return data?.publicUrl ?? window.location.origin;
}
