import { expect, test } from "vitest";
import { findHabits } from "./check.mjs";

const comment = (text: string) => ["packages/x/src/x.ts", `/** ${text} */\nexport const x = 1;\n`] as const;
const text = (content: string) => ["packages/x/src/x.tsx", `export const X = () => <p>{"${content}"}</p>;\n`] as const;
const testName = (content: string) => ["packages/x/src/x.test.ts", `test("${content}", () => {});\n`] as const;
const docs = (content: string) => ["docs/x.md", `# X\n\n${content}\n`] as const;

test.for([
  docs("Of a test that repeats, the first 5,000 are kept."),
  docs("What was not taken ends with it."),
  docs("The report does not say how long its tests took."),
  docs("| State | Where it stands in the code |"),
  comment("Whoever may not upload has none of it read."),
  comment("So many of one person in one project, so many of all."),
  comment("Null: none."),
  comment("Sends all of them at once."),
  comment("Returns the status also if the body is missing."),
  comment("Five may wait, and further ones are rejected."),
  docs("A ticket that is gone allows a new one."),
  docs("More than 20 emails within an hour are too many."),
  comment("The run goes on\n * once the reporter is back."),
  comment("It is no report that is known."),
  text("Nobody has looked at this report yet"),
  text("A pinned cause stays on top by itself"),
  testName("a wrong and a deactivated link each say what is the matter"),
  ["packages/server/migrations/1.sql", "create table x (\n  -- Null:\n  -- the server's own.\n  y text\n);\n"] as const,
])("finds a habit in %s: %s", ([file, source]) => {
  expect(findHabits(file, source)).toHaveLength(1);
});

test.for([
  docs("There is no limit, and `nobody` is the name of a system account."),
  docs("## What counts"),
  docs("```\nwhoever\n```"),
  comment("Returns the first 5,000 repeats of a test, or `null` if there is none."),
  text("Not reviewed yet"),
  testName("explains why a deactivated link fails"),
  ["packages/x/src/x.ts", 'const pattern = /somebody/;\nconst name = "somebody";\n'] as const,
])("accepts %s: %s", ([file, source]) => {
  expect(findHabits(file, source)).toEqual([]);
});

test("reports the line and the advice", () => {
  const [finding = ""] = findHabits("docs/x.md", "# X\n\nA line.\n\n- one\n- Somebody has to look.\n");
  expect(finding).toMatch(/^docs\/x\.md:6: "Somebody has to look\."\n {4}an old word/);
});
