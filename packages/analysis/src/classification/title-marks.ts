/** Keywords in titles that are relevant for verdicts. Other words are specific to one project. */
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

/** Returns the keywords of a title as one text. Titles with equal keywords are treated the same. */
export function titleMarks(title: string): string {
  const looked = title.slice(0, 300);
  return marks.flatMap(([name, pattern]) => (pattern.test(looked) ? name : [])).join(" ");
}
