import type { HostClient } from "@plumb/code-hosts/host-client.ts";
import { notItsApi, type Refusals } from "./responses.ts";
import { callApi, type ServiceApi } from "./service-api.ts";

/** Returns the client for the requests to a code host. `call` sends one of them. */
export function hostClient<Api extends ServiceApi & { readonly url: string }>(
  api: Api,
  refusals: Partial<Refusals>,
  call: (api: Api, request: Parameters<typeof callApi>[1]) => ReturnType<typeof callApi> = callApi,
): HostClient {
  return {
    api: api.url,
    async send({ method, url, body }) {
      const request = { method, url, refusals: { ...refusals, missingScope: "request" } as const, isLong: true };
      const response = await call(api, body === undefined ? request : { ...request, body });
      return { body: response.body, header: (name) => response.headers[name]?.toString() ?? null };
    },
    unreadable: () => notItsApi(api.name),
  };
}
