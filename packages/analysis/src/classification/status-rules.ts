import type { Facts, Rule } from "./rule.ts";

/** Returns whether a request that should succeed got this status. */
const isAnswered = ({ error: { status, expected } }: Facts, requested: number) =>
  status === requested && (expected === null || /^\D{0,40}[23]\d\d\b/.test(expected) || !/[1-5]\d\d/.test(expected));
const isStatusCheck = ({ expected, received, status }: Facts["error"]) =>
  status !== null && /^\D{0,3}[1-5]\d\d\b/.test(received ?? "") && /\b[1-5]\d\d\b/.test(expected ?? "");

/** Rules for the status and the content of HTTP responses, in the order of evaluation. */
export const statusRules: readonly Rule[] = [
  {
    id: "status-503",
    subClass: "E6",
    decides: true,
    where: ({ error }) =>
      error.status !== null &&
      error.status >= 502 &&
      error.status <= 504 &&
      !/^\D{0,2}50[234]/.test(error.expected ?? ""),
  },
  {
    id: "status-5xx",
    subClass: "A3",
    decides: true,
    where: ({ error }) =>
      (error.status === 500 && !/500/.test(error.expected ?? "")) || /Internal Server Error/i.test(error.text),
  },
  {
    id: "status-429",
    subClass: "E6",
    decides: true,
    where: (facts) => isAnswered(facts, 429),
  },
  {
    id: "status-409",
    subClass: "D2",
    decides: true,
    where: (facts) => isAnswered(facts, 409),
  },
  {
    id: "status-accepted",
    subClass: "A4",
    decides: true,
    // Assertions on plain numbers often have their arguments swapped, so the test must be about a refused request.
    where: ({ error, marks }) =>
      (marks.includes("negative") || /status code|status expected/i.test(error.text)) &&
      isStatusCheck(error) &&
      /^\D{0,3}2\d\d\b/.test(error.received ?? "") &&
      /\b[45]\d\d\b/.test(error.expected ?? "") &&
      !/\b2\d\d\b/.test(error.expected ?? ""),
  },
  {
    id: "status-accepted-maybe",
    subClass: "A4",
    where: ({ error }) =>
      isStatusCheck(error) && /^\D{0,3}2\d\d\b/.test(error.received ?? "") && /\b[45]\d\d\b/.test(error.expected ?? ""),
  },
  {
    id: "status-unauthorized",
    subClass: "D6",
    where: (facts) => isAnswered(facts, 401) || isAnswered(facts, 403),
  },
  {
    id: "status-missing",
    subClass: "D1",
    where: (facts) => isAnswered(facts, 404),
  },
  { id: "status", subClass: "A4", where: ({ error }) => isStatusCheck(error) },
  {
    id: "not-json",
    subClass: "A4",
    says: /is not valid JSON|JSONDecodeError|Unexpected token '?<|invalid json response|not.{0,20}JSON|no supported Content-Type/i,
  },
];
