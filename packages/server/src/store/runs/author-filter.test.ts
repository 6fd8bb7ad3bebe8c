import { expect, test } from "vitest";
import { matchingAuthors } from "./author-filter.ts";

const people = [
  "Ada Lovelace",
  "Grace Hopper",
  "linus",
  "Ada (QA)",
  "René Müller",
  "web | mobile",
  "Unknown",
  "",
  " unknown ",
];

test.for([
  ["ada", ["Ada Lovelace", "Ada (QA)"], "in any case, anywhere in the name"],
  ["^ada l", ["Ada Lovelace"], "anchors hold"],
  ["grace | linus", ["Grace Hopper", "linus"], "spaces around | are trimmed"],
  ["  linus  ", ["linus"], "and those at the ends"],
  ["gr.ce\\s+h", ["Grace Hopper"], "it is an expression"],
  ["müller|RENÉ", ["René Müller"], "letters beyond ASCII have cases too"],
  ["ada (qa", ["Ada (QA)"], "what is no expression is looked for as it stands"],
  ["(qa)", ["Ada (QA)"], "parentheses group where they are closed"],
  ["(?=ada)", [], "lookahead is no expression here"],
  ["(a)\\1", [], "nor is a back reference"],
  [String.raw`^ada \(QA\)$`, ["Ada (QA)"], "as the list's own filter for one author"],
  [String.raw`^web \x7C mobile$`, ["web | mobile"], "also with a | in the name"],
  ["[", [], "an open class is a text"],
  ["unknown", [], "nobody is nobody"],
  [
    ".*",
    ["Ada Lovelace", "Grace Hopper", "linus", "Ada (QA)", "René Müller", "web | mobile"],
    "and not part of everybody",
  ],
] as const)("%s means %j: %s", ([filter, expected]) => {
  expect(matchingAuthors(filter, people)).toEqual(expected);
});

// Expressions that are too expensive are searched literally, and no author has such a name.
test.for([
  ["(a+)+$", 100, 0],
  ["(a|aa)+\\d+$", 100, 100],
  ["(a|aa)+\\d+$", 2000, 0],
  ["(x+x+)+y", 100, 0],
  ["(.*)*(.*)*(.*)*=", 100, 0],
  ["(.*)*(.*)*(.*)*a", 100, 100],
  ["((((((((((a?){9}){9}){9})))))))", 100, 0],
  ["(((a{100}){100}){100}){100}", 100, 0],
  [`${"(".repeat(90)}a${")*".repeat(50)}`, 100, 0],
  ["[\\p{L}]{900}", 100, 0],
] as const)("the hostile %s on %d long names ends, and matches %d", ([filter, count, expected]) => {
  const names = Array.from({ length: count }, (_, index) => "a".repeat(180) + index);
  expect(matchingAuthors(filter, names)).toHaveLength(expected);
});
