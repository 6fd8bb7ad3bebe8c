import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asString, type JsonObject, objectsOf } from "#json/json-value.ts";

/** Shorter values could be ordinary words. */
const minLength = 4;
const maxValues = 20;

/**
 * Returns the values of parameters that must not be displayed (`mode` is `masked` or `hidden`). Adapters of parameterized tests repeat them in
 * names and messages.
 */
export function maskedValues(result: JsonObject): string[] {
  const values = objectsOf(result["parameters"])
    .filter(({ mode }) => mode === "masked" || mode === "hidden")
    .flatMap(({ value }) => asString(value)?.replace(/^(['"])(.*)\1$/s, "$2") ?? []);
  return [...new Set(values)].filter(({ length }) => length >= minLength).slice(0, maxValues);
}

/** Returns the event with these values removed from its texts. */
export function masked(event: ResultEvent, values: readonly string[]): ResultEvent {
  const mask = (text: string) => values.reduce((masked, value) => masked.replaceAll(value, "******"), text);
  const { kind } = event;
  if (kind === "test") {
    const { titlePath, skipReason } = event;
    return {
      ...event,
      titlePath: titlePath.map(mask),
      ...(skipReason === undefined ? {} : { skipReason: mask(skipReason) }),
    };
  }
  if (kind === "step") {
    const { title, error } = event;
    return { ...event, title: mask(title), ...(error === undefined ? {} : { error: mask(error) }) };
  }
  if (kind !== "attempt") return event;
  const errors = event.errors.map(({ message, stack, ...rest }) => ({
    ...rest,
    message: mask(message),
    ...(stack === undefined ? {} : { stack: mask(stack) }),
  }));
  return { ...event, errors };
}
