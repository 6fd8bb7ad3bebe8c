import type { Endpoint } from "@plumb/contract/endpoint.ts";
import { Refusal } from "@plumb/contract/errors.ts";
import { none } from "@plumb/contract/endpoint.ts";
import { z } from "zod";

type JsonObject = Record<string, unknown>;

/** Returns the contract as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1). */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Plumb",
      version,
      description:
        "Test execution analytics. Successful responses are `{success: true, data}`; errors are `{success: false, error, code}`.",
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "Session token" },
        apiKey: { type: "http", scheme: "bearer", description: "API key of a project, plumb_…" },
      },
    },
  };
}

function operation(endpoint: Endpoint): JsonObject {
  const isPublic = endpoint.allow === "public" || endpoint.allow === "signed";
  const takesKeys = ["ingest", "project:read", "projects:read"].includes(endpoint.allow);
  return {
    summary: endpoint.summary,
    description: `Access: \`${endpoint.allow}\``,
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(endpoint.body === none ? {} : { requestBody: requestBody(endpoint) }),
    responses: { 200: success(endpoint), default: reply("Refusal", Refusal) },
    security: isPublic ? [] : takesKeys ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }],
  };
}

function success({ response }: Endpoint): JsonObject {
  if (!(response instanceof z.ZodUnknown)) return reply("Success", response);
  const { contentTypes = ["application/octet-stream"], holds } = (response.meta() ?? {}) as {
    contentTypes?: readonly string[];
    holds?: z.ZodType;
  };
  const content = {
    schema: holds === undefined ? { type: "string", format: "binary" } : jsonSchema(holds, "output"),
  };
  return { description: "The file", content: Object.fromEntries(contentTypes.map((type) => [type, content])) };
}

function reply(description: string, schema: z.ZodType): JsonObject {
  return { description, content: { "application/json": { schema: jsonSchema(schema, "output") } } };
}

function requestBody(endpoint: Endpoint): JsonObject {
  if (!(endpoint.body instanceof z.ZodUnknown))
    return {
      required: !endpoint.body.safeParse(undefined).success,
      content: { "application/json": { schema: jsonSchema(endpoint.body, "input") } },
    };
  const file = { type: "string", format: "binary" };
  const { contentType, fileField: field } = endpoint.body.meta() ?? {};
  if (typeof contentType === "string") return { content: { [contentType]: { schema: file } } };
  if (typeof field === "string") {
    const form = { type: "object", properties: { [field]: file }, required: [field] };
    return { required: true, content: { "multipart/form-data": { schema: form } } };
  }
  const files = { type: "object", properties: { files: { type: "array", items: file } } };
  return {
    required: true,
    content: {
      "multipart/form-data": { schema: files },
      "application/octet-stream": { schema: file },
    },
  };
}

function parameters(schema: z.ZodType, location: "path" | "query"): JsonObject[] {
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: property,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
