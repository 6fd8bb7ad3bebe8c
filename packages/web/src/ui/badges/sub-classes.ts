import { classOf, type SubClass, subClasses } from "@plumb/analysis/classification/taxonomy.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";

/** Returns the sub-classes of a class as options of a select. */
export function subClassesOf(primaryClass: FailureClass): { readonly value: string; readonly label: string }[] {
  return (Object.keys(subClasses) as SubClass[])
    .filter((code) => classOf(code) === primaryClass)
    .map((code) => ({ value: code, label: `${code} ${subClasses[code]}` }));
}
