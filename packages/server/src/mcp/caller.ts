import type { Endpoint } from "@plumb/contract/endpoint.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import { ApiError } from "#core/api-error.ts";

/** Calls the REST API as the caller of a request, so that tools have exactly the caller's permissions and limits. */
export interface ApiCaller {
  call<E extends Endpoint>(
    endpoint: E,
    options?: {
      params?: Readonly<Record<string, number | string>>;
      query?: Query;
      body?: object;
    },
  ): Promise<Omit<z.output<E["response"]>, "success">>;
}

type Single = boolean | number | string;
/** Query parameters. Undefined ones are omitted. */
type Query = Readonly<Record<string, Single | readonly Single[] | undefined>>;

const passed = ["authorization", "x-api-key", "host"] as const;

export function apiCaller(app: FastifyInstance, request: FastifyRequest): ApiCaller {
  const headers = Object.fromEntries(
    passed.flatMap((name) =>
      typeof request.headers[name] === "string" ? [[name, request.headers[name]] as const] : [],
    ),
  );
  return {
    async call(endpoint, { params = {}, query = {}, body } = {}) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
      const response = await app.inject({
        method: endpoint.method,
        url: path,
        query: queryOf(query),
        headers,
        remoteAddress: request.ip,
        ...(body !== undefined && { payload: body }),
      });
      const parsed = response.json<{ success: boolean; error?: string }>();
      if (response.statusCode >= 400)
        throw new ApiError(
          response.statusCode === 404 ? "not_found" : "invalid",
          parsed.error ?? `HTTP ${response.statusCode}`,
        );
      // The API has validated its own response.
      return parsed as never;
    },
  };
}

function queryOf(query: Query): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [[name, typeof value === "object" ? value.map(String) : String(value)] as const];
    }),
  );
}
