import { shortType, withoutType } from "#errors/error-type.ts";
import type { ReadError } from "#errors/read-error.ts";
import { commonWording } from "./common-wording.ts";
import { isUninformative } from "./uninformative.ts";
import { withoutReceived } from "./received-values.ts";

const wrapping =
  /^(?:CucumberException|InvocationTargetException|ExecutionException|UndeclaredThrowableException|BeanCreationException|IllegalStateException)$/;
/** Text that runners add before an error about its location, its repetitions and later failures. */
const settings: readonly RegExp[] = [
  /^(?:Parent )?[Ss]uite (?:setup|teardown) failed:/,
  /^(?:Setup|Teardown) failed:/,
  /^(?:FAIL|ERROR|DEBUG|WARN|INFO): /,
  /^\[[\w -]{1,40}\] ›/,
  /^Resolving argument default values failed: /,
  /^Keyword '[^']{1,120}' failed after retrying [^.]{1,40}\. The last error was: /,
  /^Several failures occurred:/,
  /^Timed out retrying(?: after \d+ ?ms)?: /,
  /^Error: (?=\w+\.\w+: )/,
  /^Message: /,
  /^message='/,
  /^Test Cases\/.{1,200} FAILED\.\s*(?:Reason:)?\s*/,
  // Katalon names the object first, but the window or the session is the problem.
  /^.{1,500}\(Root cause: (?=org\.openqa\.)/,
];
/** Lines at which the text about the error ends. */
const afterwards =
  /^(?:Also (?:parent suite )?teardown failed|Because this error occurred during|Although you have test retries enabled|Ignored nodes: |Here are the (?:accessible|available) roles:|<(?:body|html)\b|-+ Captured )/;
const inLine =
  / ?(?:(?:\. )?Other element would receive the click:| Because this error occurred during |https:\/\/on\.cypress\.io\/).*$/;
/** The response that follows differs between requests. */
const response = /, response:(?:\s|$)/;
/** Lines of lists, pages, hints, links and frames in an error. */
const asides: readonly RegExp[] = [
  /^(?:\d+\) <|<\/?\w|[╔║╚═]|https?:\/\/on\.|at \S+:\d|\+ {1,3}where |\.\.\.|=+$|-+$|Traceback |Did you mean|For more info|Read more|Hint:|Suggestions?:|attachment #|retry #|\S+\.(?:spec|test|cy)\.\w{1,4}:\d+(?::\d+)? |Also |Timeout: +\d|› )/,
  /^[^\p{L}\p{N}]*$/u,
  /^[\w$.<>/*]{0,100}@(?:debugger eval code|\S{1,300}:\d)/,
  /^(?:Error \{|name='|stack='|\}$|Stacktrace:|Snapshot name: |Serialized Error: |Symbols not available)/,
  /^\S{1,300}\.feature(?::\d+)?$/,
  /^(?:During handling of|The above exception) |^\(compared using |^● |^Error Trace:|^Test:\s+\S+$/,
];
/** RSpec prints the failing line of code first. */
const rspecCode = /^Failure\/Error: /;
const several = /^Several failures occurred:/;
const laterItem = /^[2-9]\d?\) /;
const bareTimeout = /^(?:Test|".{1,60}" hook) timeout of \d+\s?ms exceeded/;
const consideredLines = 6;
const lineLength = 500;

/** Returns the lines of the error. If the error only wraps another one, returns the lines of the inner error. */
export function informativeLines(error: ReadError): string[] {
  const lines: string[] = [];
  const seen = new Set<string>();
  const source = withoutReceived(sourceOf(error));
  const isList = source.some((line) => several.test(line));
  for (const raw of source) {
    if (lines.length > 0 && (afterwards.test(raw) || (isList && laterItem.test(raw)))) break;
    const line = commonWording(bare(isList ? raw.replace(/^1\) /, "") : raw, lines.length === 0));
    const repeated = bare(line, true);
    if (asides.some((aside) => aside.test(line)) || isMinified(line) || seen.has(repeated)) continue;
    seen.add(repeated);
    lines.push(line.slice(0, lineLength));
    // A later line names the action that the timeout of the test ended.
    if (lines.length === 2 && bareTimeout.test(lines[0] ?? "") && /^(?:\w+\.\w+: |expect)/.test(line)) lines.shift();
    if (lines.length === consideredLines || response.test(raw)) break;
  }
  const [first = "", ...rest] = lines;
  return rspecCode.test(first) && !isUninformative(rest.join("\n")) ? rest : lines;
}

function sourceOf(error: ReadError): readonly string[] {
  const deepest = error.causes.at(-1);
  const isWrapped =
    deepest !== undefined && wrapping.test(shortType(/^[\w.$]+/.exec(error.text)?.[0] ?? error.type ?? ""));
  return isWrapped || (deepest !== undefined && error.text.startsWith("Failed to instantiate"))
    ? [deepest]
    : error.text.split("\n");
}

/** Returns true for a line of a bundle, which Node prints above a stack. */
function isMinified(line: string): boolean {
  if (line.length < 200) return false;
  const signs = line.match(/[;{}()=,]/g)?.length ?? 0;
  const spaces = line.match(/ /g)?.length ?? 0;
  return signs > line.length / 10 && spaces < line.length / 20;
}

/** Removes what runners wrote before and after the error in its line. */
function bare(raw: string, withoutClass: boolean): string {
  let line = raw.replace(inLine, "").split(response, 1)[0] ?? "";
  for (let before = ""; before !== line;) {
    before = line;
    for (const setting of settings) line = line.replace(setting, "").trim();
    if (withoutClass) line = withoutType(line);
  }
  return line;
}
