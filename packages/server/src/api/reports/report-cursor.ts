import { z } from "zod";
import { refusedFields } from "#core/api-error.ts";
import type { ReportOrder, ReportPosition } from "#store/runs/report-order.ts";

/** Timestamps as PostgreSQL prints them. */
const timestamp = z.string().regex(/^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/);
const number = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/);

const keyOf = {
  startTime: timestamp,
  duration: number.nullable(),
  passRate: number.nullable(),
  failed: z.string().regex(/^\d{1,9}$/),
  testSuite: z.string(),
} as const;

/** Encodes a position in a sorted list as a cursor for URLs. */
export function writePosition({ key, startedAt, id }: ReportPosition, { by, direction }: ReportOrder): string {
  return Buffer.from(JSON.stringify([by, direction, key, startedAt, id])).toString("base64url");
}

/**
 * Decodes a cursor.
 *
 * @throws ApiError `invalid` if it was not written by `writeLocation` for this order.
 */
export function readPosition(cursor: string | undefined, { by, direction }: ReportOrder): ReportPosition | null {
  if (cursor === undefined) return null;
  const shape = z.tuple([z.literal(by), z.literal(direction), keyOf[by], timestamp, z.number().int().positive()]);
  const parsed = shape.safeParse(parsedJson(Buffer.from(cursor, "base64url").toString()));
  if (!parsed.success) throw refusedFields({ cursor: "Cursor must come from an earlier page in the same order" });
  const [, , key, startedAt, id] = parsed.data;
  return { key, startedAt, id };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
