/** What a title announces, as far as it matters to a verdict: its other words belong to one project. */
const marks: readonly (readonly [string, RegExp])[] = [
  [
    "negative",
    /invalid|wrong|incorrect|fail|error|negative|locked|empty|without|unsuccess|reject|den(?:y|ied)|should not|cannot|bad/i,
  ],
  ["login", /log ?in|sign ?in|auth/i],
  ["success", /(?<!in)valid|(?<!un)success|(?<!in)correct/i],
  ["api", /\bAPI\b|endpoint|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\/api\//],
  ["hook", /before|after|setup|set up|teardown|hook/i],
];

/** The marks of a title, as one text: equal for titles that the engine treats alike. */
export function titleMarks(title: string): string {
  const looked = title.slice(0, 300);
  return marks.flatMap(([name, pattern]) => (pattern.test(looked) ? name : [])).join(" ");
}
