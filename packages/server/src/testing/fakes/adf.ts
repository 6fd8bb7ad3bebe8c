import { z } from "zod";

const text = z.strictObject({
  type: z.literal("text"),
  // Line breaks are only allowed in code blocks.
  text: z.string().regex(/^[^\n\r]+$/),
  marks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal("code") }),
        z.strictObject({ type: z.literal("link"), attrs: z.strictObject({ href: z.url() }) }),
      ]),
    )
    .optional(),
});
const paragraph = z.strictObject({ type: z.literal("paragraph"), content: z.array(text) });
const codeText = z.strictObject({ type: z.literal("text"), text: z.string().min(1) });
const codeBlock = z.strictObject({ type: z.literal("codeBlock"), content: z.array(codeText) });
const heading = z.strictObject({
  type: z.literal("heading"),
  attrs: z.strictObject({ level: z.number().int().min(1).max(6) }),
  content: z.array(text),
});
const listItem = z.strictObject({ type: z.literal("listItem"), content: z.array(paragraph).min(1) });
const bulletList = z.strictObject({ type: z.literal("bulletList"), content: z.array(listItem).min(1) });

/** The part of the Atlassian Document Format that Plumb uses. @see https://unpkg.com/@atlaskit/adf-schema/dist/json-schema/v1/full.json */
export const AdfDocument = z.strictObject({
  type: z.literal("doc"),
  version: z.literal(1),
  content: z.array(z.union([paragraph, codeBlock, heading, bulletList])),
});
