import { asObject, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import type { Member } from "#report-format.ts";

/** Returns the text of a small file; undefined if it exceeds the limit for a JSON piece. */
export async function textOf(member: Member): Promise<string | undefined> {
  let text = "";
  for await (const chunk of member.text()) {
    text += chunk;
    if (text.length > limits.jsonPiece) return undefined;
  }
  return text;
}

/** Parses a whole JSON file. If it cannot be read, adds a problem with its name and returns undefined. */
export async function valueOf(member: Member, problems: ProblemLog): Promise<unknown> {
  const text = await textOf(member);
  const file = member.name;
  if (text === undefined) {
    const max = limits.jsonPiece / 1_000_000;
    problems.add("incomplete", `This file has more than ${max} million characters and was left out`, { file });
    return undefined;
  }
  const parsed = parsePiece(text);
  if (parsed === undefined) {
    problems.add("incomplete", "This file is not valid JSON, perhaps because it was cut off; it was left out", {
      file,
    });
  } else if (parsed.repaired) problems.add("warning", "This file was not valid JSON and has been repaired", { file });
  return parsed?.value;
}

/** Like `valueOf`, for a file that contains an object. */
export async function objectOf(member: Member, problems: ProblemLog): Promise<JsonObject | undefined> {
  return asObject(await valueOf(member, problems));
}
