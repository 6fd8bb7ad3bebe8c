import { UsageError } from "#usage-error.ts";

/** The id of a report that was named by it or by its address, `…/reports/7`. @throws UsageError */
export function reportId(text: string): number {
  const id = Number(/^(?:https?:\/\/[^?#]*\/reports\/)?(\d{1,15})(?:[/?#].*)?$/.exec(text)?.[1]);
  if (!Number.isSafeInteger(id) || id < 1)
    throw new UsageError(`${text} is no report: give its id, or its address such as http://plumb.example/reports/7`);
  return id;
}
