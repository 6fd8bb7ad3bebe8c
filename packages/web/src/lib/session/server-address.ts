import { useQuery } from "@tanstack/react-query";
import { publicConfigQuery } from "./public-config.ts";

/** Returns the address of the server for CI jobs: the configured one, otherwise that of the page. Has no trailing slash. */
export function useServerAddress(): string {
  const { data } = useQuery(publicConfigQuery);
  return data?.publicUrl ?? window.location.origin;
}
