import type { StepRecord } from "#results/test-record.ts";
import { limits } from "#limits.ts";
import { durationOf } from "./times.ts";

/** An open keyword or control structure. Its arguments may come after its content. */
export interface RawStep {
  readonly element: string;
  readonly depth: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** Assigned variables, or the variables of a loop. */
  readonly assigned: string[];
  readonly args: string[];
  status: string;
  durationMs: number | null;
  message: string;
}

const structures = new Set([
  "kw",
  "for",
  "foritem",
  "iter",
  "while",
  "if",
  "branch",
  "try",
  "variable",
  "group",
  "return",
  "break",
  "continue",
  "error",
]);

/** Returns true for elements that are steps of a test. A variable is a step if it is set, but not if it is used. */
export function isStep(name: string, attributes: ReadonlyMap<string, string>, parent: string): boolean {
  return structures.has(name) || (name === "var" && parent !== "iter" && attributes.has("name"));
}

/** Creates an empty record for an element. */
export function newStep(element: string, depth: number, attributes: ReadonlyMap<string, string>): RawStep {
  return { element, depth, attributes, assigned: [], args: [], status: "", durationMs: null, message: "" };
}

/** Sets the status of a step. */
export function endStep(step: RawStep, status: ReadonlyMap<string, string>): void {
  step.status = status.get("status") ?? "";
  step.durationMs = durationOf(status);
}

/** Converts the steps of a test to records. */
export function reportedSteps(steps: readonly RawStep[]): StepRecord[] {
  return steps.map((step) => {
    const status = step.status === "FAIL" ? "failed" : step.status === "PASS" ? "passed" : "skipped";
    return {
      title: titleOf(step).slice(0, limits.title),
      depth: step.depth,
      status,
      durationMs: step.durationMs,
      category: /^(setup|teardown)$/i.test(step.attributes.get("type") ?? "") ? "hook" : "test.step",
      ...(status === "failed" && step.message !== "" ? { error: step.message } : {}),
    };
  });
}

/** Returns the title as in Robot's log: assigned variables, the keyword with its library, its arguments. */
function titleOf({ element, attributes, assigned, args }: RawStep): string {
  const attribute = (name: string) => attributes.get(name) ?? "";
  const owner = attribute("owner") || attribute("library");
  const name = attribute("name");
  switch (element) {
    case "kw": {
      const target = assigned.length === 0 ? "" : `${assigned.join(", ")} = `;
      return joined(`${target}${owner === "" || name.startsWith(`${owner}.`) ? "" : `${owner}.`}${name}`, args);
    }
    case "for":
      return joined(`FOR ${assigned.join(" ")} ${attribute("flavor")}`, args);
    case "iter":
      return assigned.join(", ") || "Iteration";
    case "variable":
    case "var":
      return joined(`VAR ${name}`, args.length > 0 ? args : assigned);
    case "group":
      return `GROUP ${name}`;
    default:
      return joined(`${attribute("type") || element.toUpperCase()} ${attribute("condition")}`, args);
  }
}

function joined(head: string, parts: readonly string[]): string {
  return [head.trim(), ...parts].join("  ");
}
