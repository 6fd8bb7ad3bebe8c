import { expect, test } from "vitest";
import { z } from "zod";
import { Id, Timestamp } from "./endpoint.ts";
import { fieldSentence } from "./field-errors.ts";

const numbers = z.object({ settings: z.object({ retentionDays: z.number().int().min(1).max(365) }) });
const days = (retentionDays: unknown) => ({ settings: { retentionDays } });

test.for<readonly [z.ZodType, unknown, string]>([
  [z.object({ name: z.string().min(1) }), { name: "" }, "Name is required"],
  [z.object({ name: z.string() }), {}, "Name is required"],
  [z.object({ name: z.string().max(100) }), { name: "a".repeat(101) }, "Name must be at most 100 characters long"],
  [z.object({ secret: z.string().min(16) }), { secret: "a" }, "Secret must be at least 16 characters long"],
  [z.object({ display_name: z.string() }), { display_name: 7 }, "Display name must be text"],
  [z.object({ projectId: Id }), { projectId: "x" }, "Project ID must be a number"],
  [z.object({ projectId: Id }), { projectId: 0 }, "Project ID must be more than 0"],
  [z.object({ reportIds: z.array(Id) }), { reportIds: ["x"] }, "Report IDs must be a number"],
  [numbers, days(1.5), "Retention days must be a whole number"],
  [numbers, days(0), "Retention days must be at least 1"],
  [numbers, days(366), "Retention days must be at most 365"],
  [z.object({ tags: z.array(z.string()).max(2) }), { tags: ["a", "b", "c"] }, "Tags must have at most 2 entries"],
  [z.object({ scopes: z.array(z.string()).min(1) }), { scopes: [] }, "Scopes must not be empty"],
  [z.object({ scopes: z.array(z.enum(["a", "b"])) }), { scopes: ["c"] }, "Scopes must be one of a, b"],
  [z.object({ enabled: z.boolean() }), { enabled: "yes" }, "Enabled must be true or false"],
  [z.object({ email: z.email() }), { email: "ada" }, "Email must be an email address"],
  [z.object({ url: z.url() }), { url: "ada" }, "URL must be a web address"],
  [z.object({ from: Timestamp }), { from: "monday" }, "From must be a date and time such as 2030-01-31T09:00:00Z"],
  [z.object({ startDate: z.iso.date() }), { startDate: "1" }, "Start date must be a date such as 2030-01-31"],
  [z.strictObject({ a: z.string().optional() }), { b: 1 }, "The request has unknown fields: b"],
  [z.object({}), "text", "The request must be a JSON object"],
  [z.object({}), undefined, "The request needs a JSON body"],
  [z.object({ color: z.string().regex(/^#/) }), { color: "red" }, "Color is not valid"],
  [z.object({ name: z.string().min(1, "Enter a name for the view") }), { name: "" }, "Enter a name for the view"],
])("%#: %j is rejected with the message %j", ([schema, value, sentence]) => {
  const { error } = schema.safeParse(value, { error: fieldSentence });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
