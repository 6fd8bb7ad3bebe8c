/**
 * Habits of translated English that a pattern can find. Each applies to one sentence.
 *
 * @typedef {"docs" | "comment" | "text" | "test"} Kind documentation, a comment, a text that users read, the name of a test
 * @typedef {{ pattern: RegExp, advice: string, kinds?: readonly Kind[] }} Habit
 */

/** @type {readonly Habit[]} */
export const habits = [
  {
    pattern: /\b(?:nobody|somebody|whoever|whomever|anew|seldom|henceforth|thereby|whereabouts)\b/i,
    advice: "an old word: name the people (users, leads, the sender), or write again, rarely, from now on",
  },
  {
    pattern: /^(?:What|Whatever) (?!.*\?$)(?=.*\.$)/,
    advice: "a clause instead of a noun: name the thing",
  },
  {
    pattern: /^(?:Of|Among|Beside) (?!course\b)[^,.]{4,90}, /,
    advice: "the object comes first: write subject, verb, object",
  },
  {
    pattern:
      /\b(?:so (?:many|much|long|often) (?:of|at most|as)|as it (?:was|is|stands)(?=[.,;:]|$)|by itself\b|of its own\b)/i,
    advice: "write up to, unchanged, automatically, separate",
  },
  {
    pattern: /\b(?:says?|tells?|told|hears?) (?:what|which|whether|of|it|so|why|where|how)\b/i,
    advice: "things do not speak: use returns, contains, shows, explains, reports",
  },
  {
    pattern: /\b(?:stands?|lies?|stood) (?:in|beside|there|with|at|before|behind|under|above|below)\b/i,
    advice: "things do not stand or lie: use is, is stored, appears",
  },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) (?:no (?!longer|more|doubt)|none |nobody )\w+/i,
    advice: "write is not a …, has no …",
  },
  { pattern: /\bat once\b/i, advice: "two meanings: write immediately, or together, in parallel, per request" },
  { pattern: /\balso (?:if|when)\b/i, advice: "write even if, even when, or including" },
  { pattern: /\bfurther ones?\b|\bthe missing ones\b/i, advice: "name them: extra messages, later errors, the rest" },
  { pattern: /\b(?:is|are|was|were) gone\b/i, advice: "write was deleted, has ended, was fixed" },
  {
    pattern: /\bmore than \d[^.]* are too many\b/i,
    advice: "say who is limited by what: You get at most …",
  },
  { pattern: /^Null: /, advice: "a telegram: write `null` if …" },
  {
    pattern: /\b(?:goes|go|went|going) on\b|\b(?:takes?|took|taken) back\b|\blets? (?:go|by)\b/i,
    advice: "use continue, undo, roll back, release",
  },
];
