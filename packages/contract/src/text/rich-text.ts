import { z } from "zod";

/** A part of a line. Texts are shown as they are: a renderer escapes the markup of its service. */
export const Inline = z.union([
  z.string(),
  z.object({ text: z.string(), url: z.string() }).readonly(),
  z.object({ code: z.string() }).readonly(),
]);
export type Inline = z.infer<typeof Inline>;

const Line = z.array(Inline).readonly();

/** Formatted text, independent of any service's markup. `code` contains lines from a report, such as an error with its stack. */
export const Block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), content: Line }).readonly(),
  z.object({ kind: z.literal("heading"), text: z.string() }).readonly(),
  z.object({ kind: z.literal("list"), items: z.array(Line).readonly() }).readonly(),
  z.object({ kind: z.literal("code"), text: z.string() }).readonly(),
]);
export type Block = z.infer<typeof Block>;
