import { errorLines } from "./error-text.ts";
import { type ExpectedReceived, expectedReceivedIn } from "./expected-received.ts";
import { type Frame, readFrame } from "./stack-frames.ts";
import { errorType, withoutType } from "./error-type.ts";
import { actionIn, hostIn, statusIn, targetIn } from "./error-parts.ts";

/** A failure as a report tells it. */
export interface ReportedFailure {
  readonly message: string;
  readonly stack?: string | null;
  /** The report's format or framework, in any wording; it decides where the text leaves a choice. */
  readonly framework?: string | null;
}

/** What an error says, in its parts. What is not there, or could not be told from the rest, is null; `text` is always whole. */
export interface ReadError {
  /** `TimeoutError`, `org.openqa.selenium.NoSuchElementException`: the innermost class that is named. */
  readonly type: string | null;
  /** What was being done: `page.goto`, `expect.toBeVisible`, `findElement`, `cy.visit`, `assertEquals`. */
  readonly action: string | null;
  /** The locator, or else the address, that it was done to. */
  readonly target: string | null;
  readonly expected: string | null;
  readonly received: string | null;
  /** The HTTP status that was answered. */
  readonly status: number | null;
  readonly host: string | null;
  /** First frame in code of the team's own; null where only the language, the runner and libraries are named. */
  readonly frame: Frame | null;
  /** The failing line of source, where the tool prints it. */
  readonly code: string | null;
  /** What the tool saw of the page meanwhile: its call log and snapshot. */
  readonly page: readonly string[];
  /** `Caused by:` lines, outermost first. */
  readonly causes: readonly string[];
  /** The message without code frame, stack and call log. */
  readonly text: string;
}

const codeLine = /^\s{0,12}(>)?\s{0,8}\d{1,6}\s?\|(.*)$/;
const caret = /^\s*\|?\s*[\^~-]{1,200}\s*$|^\s*\|\s/;
const callLog = /^\s*(?:Call log:|=+ logs =+|# Page snapshot|- Page snapshot)/i;
const logLine = /^\s*(?:-\s|\d+ ×|waiting for|navigat|=+$|```)/;
const cause = /^\s*(?:Caused by: |\[cause\]: |The above exception|During handling of)/;
const elided = /^\s*\.\.\. \d+ (?:more|common frames)/;
/** Lines of a stack that name no place: `at java.lang.reflect.Method.invoke(Unknown Source)`, `at Generator.next (<anonymous>)`. */
const placeless = /^\s*at (?:async )?[\w.$<>/@[\]✽ ]{1,300}(?:\(|:\d|$)|^\s*at .{1,300}\)$/;
/** pytest prints source around its errors; what failed stands in lines with this mark. */
const pytestError = /^E {2,}(.*)$/;
const textLines = 60;
const pageLines = 80;

/** `login.spec.ts:13:6 test name`, all that Playwright's JUnit says as message: the error stands in the stack. */
const placeOnly = /^\S{1,200}\.(?:spec|test)\.\w{1,4}:\d+:\d+ [^\n]*$/;

/** Reads an error as it was reported. Endless texts are read at their head and their end only. */
export function readError({ message, stack, framework }: ReportedFailure): ReadError {
  const parts = new Parts();
  const told = errorLines(message);
  if (!placeOnly.test(message.trim())) parts.addAll(told);
  if (stack !== undefined && stack !== null && stack !== "" && stack !== message) {
    parts.addStack(errorLines(stack), told);
  }
  return parts.read(framework ?? "");
}

/** Of pytest's output, which prints source around its errors, the errors and the frames; any other text whole. */
function ofPytest(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => pytestError.test(line))) return lines;
  return lines.flatMap((line) => pytestError.exec(line)?.[1] ?? (readFrame(line) === null ? [] : line));
}

/** Sorts lines into what they are. */
class Parts {
  readonly #text: string[] = [];
  readonly #raw: string[] = [];
  /** Lines that only repeat the message behind the name of its class. */
  readonly #heads: string[] = [];
  readonly #page: string[] = [];
  readonly #causes: string[] = [];
  #frame: Frame | null = null;
  #code: string | null = null;
  #inLog = false;
  /** Python prints the line of source below each frame. */
  #skipsSource = false;

  addAll(lines: readonly string[]): void {
    for (const line of ofPytest(lines)) this.#add(line);
    this.#inLog = false;
    this.#skipsSource = false;
  }

  /** What a stack says beyond the message, which most repeat at their head, some behind the name of its class. */
  addStack(lines: readonly string[], told: readonly string[]): void {
    const message = told.join(" ").replaceAll(/\s+/g, " ");
    const repeats = (line: string) => {
      const said = withoutType(line.trim()).replaceAll(/\s+/g, " ");
      return said !== "" && message.includes(said);
    };
    this.#heads.push(...lines.slice(0, 6).filter((line) => !readFrame(line) && repeats(line)));
    this.addAll(ofPytest(lines).filter((line) => !repeats(line)));
  }

  #add(line: string): void {
    const trimmed = line.trim();
    if (trimmed === "" || elided.test(line) || caret.test(line)) return;
    const source = codeLine.exec(line);
    if (source !== null) {
      if (source[1] === ">" && this.#code === null) this.#code = (source[2] ?? "").trim();
      this.#inLog = false;
      return;
    }
    if (this.#skipsSource && /^ {4,}/.test(line)) {
      this.#skipsSource = false;
      return;
    }
    const frame = readFrame(line);
    this.#skipsSource = frame !== null && trimmed.startsWith('File "');
    if (frame !== null) {
      if (this.#frame === null && frame.role !== "library") this.#frame = frame;
      this.#inLog = false;
      return;
    }
    if (placeless.test(line)) return;
    if (callLog.test(line)) this.#inLog = true;
    else if (this.#inLog && logLine.test(line)) {
      if (this.#page.length < pageLines) this.#page.push(trimmed);
    } else {
      this.#inLog = false;
      if (cause.test(line)) this.#causes.push(trimmed.replace(cause, ""));
      if (this.#text.length < textLines) {
        this.#text.push(trimmed);
        this.#raw.push(line);
      }
    }
  }

  read(framework: string): ReadError {
    const text = this.#text.join("\n");
    const compared: ExpectedReceived | null = expectedReceivedIn(this.#raw);
    const target = targetIn(text, this.#page);
    return {
      type: errorType([...this.#heads, ...this.#text.slice(0, 4)], this.#causes),
      action: actionIn(text, this.#code, framework),
      target,
      expected: compared?.expected ?? null,
      received: compared?.received ?? null,
      status: statusIn(text, this.#page, this.#code, compared),
      host: hostIn(text, this.#page),
      frame: this.#frame,
      code: this.#code,
      page: this.#page,
      causes: this.#causes,
      text,
    };
  }
}
