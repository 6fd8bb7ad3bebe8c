import { errorLines } from "./error-text.ts";
import { withoutType } from "./error-type.ts";
import { type Frame, isStackLine, readFrame } from "./stack-frames.ts";

/** The lines of an error by their kind. */
export interface SortedLines {
  /** Lines of the message. Indentation from the tool is kept. */
  readonly text: readonly string[];
  /** Lines of the stack that repeat the message after a class name. */
  readonly heads: readonly string[];
  readonly page: readonly string[];
  readonly causes: readonly string[];
  readonly frame: Frame | null;
  readonly code: string | null;
}

const codeLine = /^\s{0,12}(>)?\s{0,8}\d{1,6}\s?\|(.*)$/;
const caret = /^\s*\|?\s*[\^~-]{1,200}\s*$|^\s*\|\s/;
const callLog = /^\s*(?:Call log:|=+ logs =+|# Page snapshot|- Page snapshot)/i;
const logLine = /^\s*(?:-\s|\d+ ×|waiting for|navigat|=+$|```)/;
const cause = /^\s*(?:Caused by: |\[cause\]: |The above exception|During handling of)/;
const elided = /^\s*\.\.\. (?:\d+ (?:more|common frames)|Removed \d+ stack frames)/;
/** Log lines that Robot Framework prints before the error. */
const belowError = /^\s*(?:WARN(?:ING)?|INFO|DEBUG|TRACE): /;
/** pytest prints source code around errors and marks the failing lines. */
const pytestError = /^E {2,}(.*)$/;
const pytestSource = /^> {2,}(\S.*)$/;
/** Additional lines in Playwright's JUnit errors: title of the test, attachments, separators. */
const frameOfReport =
  /^\s*(?:\[[^\]\n]{1,60}\] › |attachment #\d|[─═]{5,}|retry #\d|Retry #\d|test-results[\\/]|Error Context: )/;
const attachment = /^\s*attachment #\d/;
const rule = /^\s*[─═]{5,}/;
const retry = /^\s*Retry #\d{1,3}\b/;
const textLines = 60;
const pageLines = 80;

/** In Playwright's JUnit, the message is only `login.spec.ts:13:6 test name`, and the error is in the stack. */
const locationOnly = /^\S{1,200}\.(?:spec|test)\.\w{1,4}:\d+:\d+ [^\n]*$/;

/** Texts of a failure; see `ReportedFailure`. */
interface SortedError {
  readonly message: string;
  readonly stack?: string | null;
  readonly page?: string | null;
}

/** Sorts the lines of an error and its stack. A stack usually starts with the message. */
export function sortedLines({ message, stack, page }: SortedError): SortedLines {
  const sorter = new Sorter();
  const errorTexts = errorLines(message);
  if (!locationOnly.test(message.slice(0, 2000).trim())) sorter.addAll(ofPytest(errorTexts));
  if (stack !== null && stack !== undefined && stack !== "" && stack !== message)
    sorter.addStack(errorLines(stack), errorTexts);
  if (page !== null && page !== undefined) sorter.addPage(errorLines(page));
  return sorter;
}

/** Returns only the errors and frames of pytest output, which also contains source code. Other texts are not changed. */
function ofPytest(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.startsWith("E  ") && pytestError.test(line))) return lines;
  return lines.flatMap((line) => pytestError.exec(line)?.[1] ?? (readFrame(line) === null ? [] : line));
}

class Sorter implements SortedLines {
  readonly text: string[] = [];
  readonly heads: string[] = [];
  readonly page: string[] = [];
  readonly causes: string[] = [];
  frame: Frame | null = null;
  code: string | null = null;
  #inLog = false;
  /** Python prints the line of source code below each frame. */
  #skipsSource = false;
  /** Playwright's JUnit lists paths and commands below the heading of an attachment, up to a line. */
  #inAttachment = false;

  addAll(lines: readonly string[]): void {
    for (const line of lines) {
      // Later attempts often fail for another reason. The first one is the failure.
      if (retry.test(line) && this.text.length > 0) break;
      if (this.#inAttachment) this.#inAttachment = !rule.test(line);
      else if (attachment.test(line)) this.#inAttachment = true;
      else this.#add(line);
    }
    this.#inAttachment = false;
    this.#inLog = false;
    this.#skipsSource = false;
  }

  /**
   * Adds lines of the stack that are not in the message. Most stacks repeat the message, some after a class name.
   */
  addStack(lines: readonly string[], errorTexts: readonly string[]): void {
    const message = errorTexts.join(" ").replaceAll(/\s+/g, " ");
    const repeats = (line: string) => {
      const text = withoutType(line.trim()).replaceAll(/\s+/g, " ");
      return text !== "" && message.includes(text);
    };
    const marked = lines.find((line) => pytestSource.test(line));
    if (marked !== undefined) this.code ??= pytestSource.exec(marked)?.[1] ?? null;
    const deep = ofPytest(lines);
    const from = deep.findIndex(isStackLine);
    const head = from === -1 ? deep : deep.slice(0, from);
    this.heads.push(...lines.slice(0, 6).filter((line) => !isStackLine(line) && repeats(line)));
    this.addAll([...head.filter((line) => message === "" || !repeats(line)), ...(from === -1 ? [] : deep.slice(from))]);
  }

  addPage(lines: readonly string[]): void {
    const text = lines.map((line) => line.trim()).filter((line) => line !== "");
    this.page.push(...text.slice(0, pageLines - this.page.length));
  }

  #add(line: string): void {
    const trimmed = line.trim();
    if (trimmed === "") return;
    if (isStackLine(line)) {
      this.#addFrame(line, trimmed);
      return;
    }
    if (elided.test(line) || caret.test(line) || frameOfReport.test(line) || belowError.test(line)) return;
    const source = codeLine.exec(line);
    if (source !== null) {
      if (source[1] === ">" && this.code === null) this.code = (source[2] ?? "").trim();
      this.#inLog = false;
    } else if (this.#skipsSource && line.startsWith("    ")) this.#skipsSource = false;
    else if (callLog.test(line)) this.#inLog = true;
    else if (this.#inLog && logLine.test(line)) {
      if (this.page.length < pageLines) this.page.push(trimmed);
    } else {
      this.#inLog = false;
      this.#skipsSource = false;
      if (cause.test(line)) this.causes.push(trimmed.replace(cause, ""));
      if (this.text.length < textLines) this.text.push(line);
    }
  }

  #addFrame(line: string, trimmed: string): void {
    this.#inLog = false;
    this.#skipsSource = trimmed.startsWith('File "');
    const frame = readFrame(line);
    if (frame === null || frame.role === "library") return;
    // Python prints the innermost frame last, all others print it first.
    if (this.frame === null || frame.file.endsWith(".py")) this.frame = frame;
  }
}
