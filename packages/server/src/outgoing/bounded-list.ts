import { z } from "zod";

/** Pages have up to 200 items, and a work item type of Azure DevOps has up to 1,024 fields. */
const usualMax = 2000;

/**
 * Returns the schema for a list in a response. Unlike `z.array`, it stops at the first wrong item, so that a list with millions of wrong items does
 * not produce millions of issues.
 */
export function boundedList<Shape extends z.ZodType>(shape: Shape, max = usualMax) {
  return z.unknown().transform((value, context): z.infer<Shape>[] => {
    if (!Array.isArray(value) || value.length > max) return wrong(context, `Expected a list of at most ${max} items`);
    const items: z.infer<Shape>[] = [];
    for (const item of value as readonly unknown[]) {
      const read = shape.safeParse(item);
      if (!read.success) return wrong(context, "An item has another shape");
      items.push(read.data);
    }
    return items;
  });
}

/** Returns the schema of an object with any keys, whose values have a shape. Like `boundedList`, it stops at the first wrong value. */
export function boundedRecord<Shape extends z.ZodType>(shape: Shape, max = usualMax) {
  const values = boundedList(shape, max);
  return z.unknown().transform((value, context): Record<string, z.infer<Shape>> => {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return wrong(context, "Expected an object");
    const names = Object.keys(value);
    const read = values.safeParse(Object.values(value));
    if (!read.success) return wrong(context, "A value has another shape");
    return Object.fromEntries(names.map((name, index) => [name, read.data[index] as z.infer<Shape>]));
  });
}

function wrong(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
