import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { projectIdInput, type Tool } from "./tool.ts";

/** Returns the input of a tool. Its JSON Schema is in the context of every agent, so it has no parts that say nothing to one. */
export function toolSchema({ input }: Tool): StandardSchemaWithJSON<unknown, object> {
  // An unknown filter must not look as if it had been applied.
  const schema = z.object({ ...projectIdInput, ...input.shape }).strict();
  const { $schema: _version, ...short } = z.toJSONSchema(schema, { io: "input", override: shorten });
  return {
    "~standard": { ...schema["~standard"], jsonSchema: { input: () => short, output: () => short } },
  };
}

function shorten({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
  // The format says the same.
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}
