import { isAddress } from "#errors/error-parts.ts";
import type { ReadError } from "#errors/read-error.ts";
import { shortType, withoutType } from "#errors/error-type.ts";
import { causeByName } from "./causes-by-name.ts";
import { hostOf, masked } from "./mask.ts";

/** Fingerprint of a failure, without parts that differ between runs. */
export interface FailureFingerprint {
  /** Parts that must be equal for two failures to have one cause, by name: its class, its target, its status. */
  readonly anchors: Readonly<Record<string, string>>;
  /** Normalised text, displayed as the text of the group. */
  readonly text: string;
}

const wrapping =
  /^(?:CucumberException|InvocationTargetException|ExecutionException|UndeclaredThrowableException|BeanCreationException|IllegalStateException)$/;
/** Text that runners add to an error about its location and later failures. */
const setting =
  /^(?:(?:Parent )?[Ss]uite (?:setup|teardown) failed:|(?:Setup|Teardown) failed:|(?:FAIL|ERROR|DEBUG|WARN|INFO): |\[[\w -]{1,40}\] ›|Resolving argument default values failed: |Because this error occurred during|Error: (?=\w+\.\w+: ))/;
const afterwards = /^Also (?:parent suite )?teardown failed/;
/** Lines of lists, pages, hints and links in an error. */
const aside =
  /^(?:\d+\) <|<\/?\w|[╔║╚═]|https?:\/\/on\.|at \S+:\d|\+ {1,3}where |\.\.\.|=+$|-+$|Traceback |Did you mean|For more info|Read more|Hint:|Suggestions?:|attachment #|retry #|\S+\.(?:spec|test|cy)\.\w{1,4}:\d+(?::\d+)? |Also |Timeout: +\d|› |\W*$)/;
/** Words that can occur in any error. */
const generic =
  /^(?:[\w.$]*(?:error|exception|failure|failed)|assert\w*|expect\w*|received|actual|found|but|was|got|to|be|is|not|equal\w*|strictly|deeply|deep|tobe\w*|object|equality|true|false|null|undefined|none|nan|did|n|and|in|of|values?|where|response|status_code)$/i;
const barely = 400;
const consideredLines = 6;
const longestText = 900;

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
  const type = error.type === null ? "" : shortType(error.type);
  if (type !== "" && type !== "Error") anchors["error"] = type;
  if (error.status !== null) anchors["status"] = String(error.status);
  if (error.target !== null && !isAddress(error.target)) anchors["target"] = masked(error.target);
  const words = lines.map(masked).filter((line) => line !== "");
  const subject = anchors["target"];
  if (subject !== undefined && !words.some((line) => line.includes(subject))) words.push(subject);
  const isBare = isUninformative(error.text);
  if (error.code !== null && (isBare || (words.length === 1 && /timeout/.test(words[0] ?? ""))))
    words.push(masked(error.code));
  else if (isBare && error.frame !== null) words.push(placeOf(error));
  return { anchors, text: words.join("\n").slice(0, longestText) };
}

/**
 * Returns true for an error without distinctive words, such as `expected [true] but found [false]` or a class name.
 * Such an error is only identified by its code location.
 */
export function isUninformative(text: string): boolean {
  return (
    text.length < barely &&
    (text.replaceAll(/^\+ {1,3}where .*$/gm, "").match(/[\p{L}$_][\p{L}\p{N}$_.]*/gu) ?? []).every((word) =>
      generic.test(word),
    )
  );
}

function placeOf({ frame }: ReadError): string {
  const file = (frame?.file ?? "").replace(/^.*[\\/]/, "");
  return masked(`${file} ${frame?.function ?? ""}`);
}

/** Returns the lines with the actual error. For a wrapper, these are the lines of the wrapped error. */
function informativeLines(error: ReadError): string[] {
  const deepest = error.causes.at(-1);
  const isWrapped =
    deepest !== undefined && wrapping.test(shortType(/^[\w.$]+/.exec(error.text)?.[0] ?? error.type ?? ""));
  const source =
    isWrapped || (deepest !== undefined && error.text.startsWith("Failed to instantiate"))
      ? [deepest]
      : error.text.split("\n");
  const lines: string[] = [];
  const seen = new Set<string>();
  for (const raw of source) {
    if (afterwards.test(raw)) break;
    let line = raw;
    while (setting.test(line)) line = line.replace(setting, "").trim();
    if (lines.length === 0) line = withoutType(line);
    if (aside.test(line) || seen.has(line)) continue;
    seen.add(line);
    lines.push(line.replace(/ ?(?:\. )?Other element would receive the click:.*$/, "").slice(0, 500));
    if (lines.length === consideredLines) break;
  }
  return lines;
}
