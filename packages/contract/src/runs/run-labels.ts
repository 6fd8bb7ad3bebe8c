// Tags and facts of a run. The file has no imports, so that commands and reporters can use it without loading schemas.

export interface RunLabels {
  readonly tags: readonly string[];
  /** `key=value`; a value may contain `=`. */
  readonly facts: readonly string[];
}

export const noLabels: RunLabels = { tags: [], facts: [] };

export const labelLimits = {
  /** Tags, and facts, of one upload. */
  perUpload: 50,
  /** Tags, and facts, of a run with all its uploads. */
  perRun: 200,
  tag: 200,
  factKey: 60,
  factValue: 200,
} as const;

/** Control characters, line breaks, half characters, and characters that change the direction of the text around them. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;
const keySyntax = /^[a-z][a-z0-9._/-]*$/;

/** Longest text to quote in a message. */
const quotedLength = 60;

export function splitFact(fact: string): { readonly key: string; readonly value: string } {
  const at = fact.indexOf("=");
  return at === -1 ? { key: fact, value: "" } : { key: fact.slice(0, at), value: fact.slice(at + 1) };
}

function normalTag(text: string): string {
  return text.normalize("NFC").trim();
}

/** Keys are stored in lower case, values as they are. */
function normalFact(text: string): string {
  const { key, value } = splitFact(text.normalize("NFC"));
  return `${key.trim().toLowerCase()}=${value.trim()}`;
}

/** Tags that only differ in case are the same; the first spelling is kept. */
function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()];
}

/** Returns normalised tags, or a message about the first invalid one. */
export function parseTags(texts: readonly string[]): string[] | string {
  for (const text of texts) {
    const tag = normalTag(text);
    if (tag === "") return "A tag must not be empty";
    if (tag.length > labelLimits.tag) return `A tag must be at most ${labelLimits.tag} characters long`;
    if (tag.search(unprintable) !== -1)
      return `The tag ${quoted(tag)} contains a line break or another control character`;
  }
  return limited(distinctTags(texts.map(normalTag)), "tags");
}

/** Returns normalised facts, or a message about the first invalid one. */
export function parseFacts(texts: readonly string[]): string[] | string {
  for (const text of texts) {
    const error = factError(text);
    if (error !== null) return error;
  }
  return limited([...new Set(texts.map(normalFact))], "facts");
}

function factError(text: string): string | null {
  if (!text.includes("=")) return `Write a fact as key=value, such as browser=chrome-143, not ${quoted(text)}`;
  const { key, value } = splitFact(normalFact(text));
  if (key === "") return `The fact ${quoted(text)} has no key before its =`;
  if (value === "") return `The fact ${quoted(text)} has no value after its =`;
  if (key.length > labelLimits.factKey)
    return `The key of a fact must be at most ${labelLimits.factKey} characters long`;
  if (!keySyntax.test(key))
    return `The key ${quoted(key)} must begin with a letter (a to z) and contain only letters, digits and . _ / -`;
  if (value.length > labelLimits.factValue)
    return `The value of ${key} must be at most ${labelLimits.factValue} characters long`;
  if (value.search(unprintable) !== -1) return `The value of ${key} contains a line break or another control character`;
  return null;
}

function limited(labels: string[], word: string): string[] | string {
  const { perUpload } = labelLimits;
  return labels.length > perUpload
    ? `An upload can have at most ${perUpload} ${word}, not ${labels.length.toLocaleString("en")}`
    : labels;
}

function quoted(text: string): string {
  const printable = text.replaceAll(unprintable, " ");
  return JSON.stringify(printable.length > quotedLength ? `${printable.slice(0, quotedLength)}…` : printable);
}

/** Returns the tags that can be stored, without an error: for senders whose results are more important than their tags. */
export function usableTags(texts: readonly string[]): string[] {
  const tags = texts.map((text) => normalTag(normalTag(text.replaceAll(unprintable, " ")).slice(0, labelLimits.tag)));
  return distinctTags(tags.filter((tag) => tag !== "")).slice(0, labelLimits.perUpload);
}

/** Returns the facts that can be stored, without an error. */
export function usableFacts(texts: readonly string[]): string[] {
  const facts = texts.filter((text) => factError(text) === null).map(normalFact);
  return [...new Set(facts)].slice(0, labelLimits.perUpload);
}

/** Removes facts without a value, because CI scripts may pass unset variables: `browser=$BROWSER`. */
export function withoutEmptyFacts(texts: readonly string[]): string[] {
  return texts.filter((text) => !/^[^=]+=\s*$/.test(text));
}

/** Splits the value of `PLUMB_TAGS` or `PLUMB_FACTS` at line breaks, or at commas if it is a single line. */
export function splitLabels(setting = ""): string[] {
  const separator = /\n/.test(setting.trimEnd()) ? /[\r\n]/ : ",";
  return setting.split(separator).filter((text) => text.trim() !== "");
}

/** Returns a value for `PLUMB_TAGS` or `PLUMB_FACTS`. It begins with a line break, because labels may contain commas. */
export function joinLabels(labels: readonly string[]): string {
  return labels.map((label) => `\n${label}`).join("");
}

/** Adds the labels of another upload to those of a run. `left` counts those that exceed the limit of a run. */
export function mergeLabels(run: RunLabels, upload: RunLabels): RunLabels & { readonly left: number } {
  const tags = distinctTags([...run.tags, ...upload.tags]);
  const facts = [...new Set([...run.facts, ...upload.facts])];
  const { perRun } = labelLimits;
  const left = Math.max(0, tags.length - perRun) + Math.max(0, facts.length - perRun);
  return { tags: tags.slice(0, perRun), facts: facts.slice(0, perRun), left };
}

/** Returns the values by key: keys sorted, values in the order in which they arrived. */
export function factsByKey(facts: readonly string[]): [key: string, values: string[]][] {
  const byKey = new Map<string, string[]>();
  for (const fact of facts) {
    const { key, value } = splitFact(fact);
    const values = byKey.get(key);
    if (values === undefined) byKey.set(key, [value]);
    else values.push(value);
  }
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** A fact with several values, because parts of a run reported different ones. */
export function severalValuesText(values: readonly string[]): string {
  return `Parts of this run reported ${values.length} different values`;
}

/** Returns the facts of a filter by key: a run must have one fact of each group. */
export function factGroups(facts: readonly string[]): string[][] {
  return factsByKey(facts.map(normalFact)).map(([key, values]) => values.map((value) => `${key}=${value}`));
}

/**
 * Returns a function that checks labels against a filter: one of the tags, and for each key one of its values. An absent
 * list does not filter.
 */
export function labelFilter(filter: {
  readonly tag?: readonly string[] | undefined;
  readonly fact?: readonly string[] | undefined;
}): ((labels: RunLabels) => boolean) | null {
  const tags = new Set(filter.tag);
  const facts = factGroups(filter.fact ?? []).map((values) => new Set(values));
  if (tags.size === 0 && facts.length === 0) return null;
  return (labels) =>
    (tags.size === 0 || labels.tags.some((tag) => tags.has(tag))) &&
    facts.every((values) => labels.facts.some((fact) => values.has(fact)));
}
