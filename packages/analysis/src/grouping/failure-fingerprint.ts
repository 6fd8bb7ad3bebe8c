import { isAddress } from "#errors/error-parts.ts";
import type { ReadError } from "#errors/read-error.ts";
import { shortType } from "#errors/error-type.ts";
import { causeByName } from "./causes-by-name.ts";
import { informativeLines } from "./informative-lines.ts";
import { hostOf, masked } from "./mask.ts";
import { isUninformative } from "./uninformative.ts";

/** Fingerprint of a failure, without parts that differ between runs. */
export interface FailureFingerprint {
  /** Parts that must be equal for two failures to have one cause, by name: its class, its target, its status. */
  readonly anchors: Readonly<Record<string, string>>;
  /** Normalised text, displayed as the text of the group. */
  readonly text: string;
}

const longestText = 900;
/** Classes that any assertion or failed command can have. */
const generalType =
  /^(?:Error|Assert\w*(?:Error|Exception)|Assertion\w*|ComparisonFailure|Failure|Exception|RuntimeException|CypressError|WebDriverException|PlaywrightException|Step\w*Exception)$/;
/** Texts with fewer words do not identify a cause, so the class of the error must be equal too. */
const fewWords = 4;

/** Returns the fingerprint of an error. Failures with one cause have equal or similar fingerprints. */
export function fingerprintOf(error: ReadError): FailureFingerprint {
  const lines = informativeLines(error);
  const all = lines.join("\n");
  const named = causeByName(`${all}\n${error.causes.at(-1) ?? ""}`);
  const anchors: Record<string, string> = {};
  if (named !== null) {
    anchors["cause"] = named.name;
    if (named.byHost && error.host !== null) anchors["host"] = hostOf(error.host);
    return { anchors, text: [named.name, anchors["host"]].filter((part) => part !== undefined).join(" · ") };
  }
  if (error.status !== null) anchors["status"] = String(error.status);
  if (error.target !== null && !isAddress(error.target)) anchors["target"] = masked(error.target);
  const words = lines.map(masked).filter((line) => line !== "");
  const subject = anchors["target"];
  if (subject !== undefined && !words.some((line) => line.includes(subject))) words.push(subject);
  const isBare = isUninformative(error.text);
  if (error.code !== null && (isBare || (words.length === 1 && /timeout/.test(words[0] ?? ""))))
    words.push(masked(error.code));
  else if (isBare && error.frame !== null) words.push(locationOf(error));
  const type = error.type === null ? "" : shortType(error.type);
  if (type !== "" && (isBare || !isImplied(type, words.join(" ")))) anchors["error"] = type;
  return { anchors, text: words.join("\n").slice(0, longestText) };
}

function locationOf({ frame }: ReadError): string {
  const file = (frame?.file ?? "").replace(/^.*[\\/]/, "");
  return masked(`${file} ${frame?.function ?? ""}`);
}

/**
 * Returns true if the class of an error adds nothing to its text. Reports often lack the class, or name the one of a wrapper, so it is only compared
 * if the text alone does not identify the cause.
 */
function isImplied(type: string, text: string): boolean {
  if (generalType.test(type)) return true;
  const words = new Set(text.match(/[\p{L}$_][\p{L}\p{N}$_.]*/gu));
  if (words.size >= fewWords) return true;
  const named = type.replace(/(?:Error|Exception)$/, "").match(/[A-Z][a-z]+/g) ?? [];
  return named.length > 1 && named.every((word) => words.has(word.toLowerCase()));
}
