import { execFileSync } from "node:child_process";
import { habits } from "./habits.mjs";

const maxLength = 72;
/** Words that end like another form of a verb but are imperatives. */
const imperatives =
  /^(?:access|address|bypass|cross|discuss|dismiss|embed|express|feed|focus|need|pass|press|process|speed|stress)$/i;

/**
 * Returns what is wrong with the subject of a commit, one line each.
 *
 * @param {string} subject
 * @returns {string[]}
 */
export function findSubjectFaults(subject) {
  const [verb = ""] = subject.split(" ");
  const faults = [
    subject.length > maxLength && `has ${subject.length} characters, at most ${maxLength}`,
    subject.endsWith(".") && "ends with a period",
    /(?:ed|ing|s)$/.test(verb) && !imperatives.test(verb) && "does not begin with an imperative",
    ...habits.map(({ pattern, kinds, advice }) => kinds === undefined && pattern.test(subject) && advice),
  ];
  return faults.flatMap((fault) => (fault === false ? [] : [`commit "${subject}": ${fault}`]));
}

/**
 * Returns the subjects of commits that are not on the server yet, or of the last one; none outside of a clone.
 *
 * @param {string} repository
 */
export function newSubjects(repository) {
  const log = (/** @type {string[]} */ ...range) =>
    execFileSync("git", ["log", "--no-merges", "--format=%s", ...range], {
      cwd: repository,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).split("\n");
  try {
    return log("@{upstream}..HEAD").filter((subject) => subject !== "");
  } catch {
    try {
      return log("-1").filter((subject) => subject !== "");
    } catch {
      return [];
    }
  }
}
