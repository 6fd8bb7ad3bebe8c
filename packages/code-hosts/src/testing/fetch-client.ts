import { githubHeaders } from "#github.ts";
import type { HostClient } from "#host-client.ts";
import { type FakeHost, token } from "./fake-host.ts";

/** Error of a response, as the command line and the server throw it. */
export class ResponseError extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** Returns a client for a fake, which sends each request once. */
export function fetchClient({ env }: FakeHost): HostClient {
  const headers = { ...githubHeaders(token), "private-token": token };
  return {
    api: env["GITHUB_API_URL"] ?? env["CI_API_V4_URL"] ?? env["PLUMB_BITBUCKET_API"] ?? "",
    async send({ method, url, body }) {
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const response = await fetch(url, { method, headers: { ...headers, ...type }, ...content });
      const text = await response.text();
      if (!response.ok) throw new ResponseError(response.status, text);
      return { body: text === "" ? null : (JSON.parse(text) as unknown), header: (name) => response.headers.get(name) };
    },
    unreadable: () => new ResponseError(200, "unreadable"),
  };
}
