import { limits } from "#limits.ts";
import { counted } from "#results/declared-totals.ts";
import { ReportWriter } from "#results/report-writer.ts";
import type { LineReader } from "#text/line-scanner.ts";
import { projectPath } from "#text/project-path.ts";
import { closesQuote, opensQuote } from "./diagnostics.ts";
import { durationOf, errorOf, isSuite, newPoint, type Point, statusOf, stepsOf } from "./point.ts";
import { errorsOf, explain, firstCause } from "./point-errors.ts";
import { printedName } from "./printed-name.ts";
import { parsePoint, type PointLine } from "./tap-line.ts";

/** Maximum number of points that wait for their parent. */
const maxWaiting = 100_000;
/** Maximum number of characters in blocks of waiting points. Beyond it, only the status of a point is kept. */
const maxHeld = 20_000_000;
const deepest = 50;
/** Maximum number of comment lines below a failed point. */
const maxComments = 100;
/** Summary lines that tools print after the last point. */
const summary =
  /^ (time=|duration_ms|\{|(tests|pass|fail|failed|skip|skipped|todo|suites|cancelled)\b:?\s+\d|ok$|Looks like)/i;

/** An open block below a point. */
interface Block {
  readonly indent: number;
  readonly lines: string[];
  length: number;
  /** Remaining number of lines for an open quoted text; 0 if there is none. */
  quoted: number;
}

/** Maximum number of lines, so that an unterminated quote does not consume the rest of the stream. */
const maxQuotedLines = 2000;

/** Converts the lines to events. */
export class TapReader implements LineReader {
  /** Number of the current line. */
  #at = 1;
  readonly writer = new ReportWriter("tap");
  /** Points of subtests that wait for their parent, by level from 1. */
  readonly #waiting: Point[][] = [];
  readonly #plannedFirst: boolean[] = [];
  #waitingCount = 0;
  #held = 0;
  /** Latest outermost point, which a block or comments may follow. */
  #last: Point | undefined;
  /** Latest point of any level. */
  #latest: Point | undefined;
  /** Point whose block has just ended. QUnit writes a block for each failed assertion. */
  #explained: Point | undefined;
  #block: Block | undefined;
  #group = "";
  /** True if special comments contain the names of tests, as in node:test and node-tap. All other comments are then notes. */
  #namesSubtests = false;
  #freshComment: string | undefined;
  #plan: number | undefined;
  #points = 0;
  #bailedOut = false;
  #declaredFailures = 0;
  /** Number of failed points of any level. */
  #notOk = 0;
  /**
   * True if bats or Testem adds the time to each name. Detected by the first point, because neither writes a version, and bats
   * writes the plan first.
   */
  #timed = false;
  #versioned = false;

  end(): void {
    this.#endStream();
  }

  line(raw: string, at: number): void {
    this.#at = at;
    const text = raw.trimStart();
    const indent = raw.length - text.length;
    if (this.#block !== undefined && this.#inBlock(this.#block, raw, indent, text)) return;
    if (text === "") return;
    const level = Math.min(deepest, Math.floor(indent / 4));
    this.#latest ??= text.startsWith("---") ? this.#explained : undefined;
    this.#explained = undefined;
    if (text.startsWith("---") && this.#latest !== undefined && indent > 0) {
      this.#block = { indent, lines: [], length: 0, quoted: 0 };
    } else if (text.startsWith("#")) this.#comment(text, indent);
    else if (/^TAP version \d+/.test(text)) this.#begin(indent);
    else if (text.startsWith("}")) this.#closeBrace(level);
    else this.#pointOrPlan(text, indent, level);
  }

  /** Returns false if the line shows that the block has ended without its end marker. */
  #inBlock(block: Block, raw: string, indent: number, text: string): boolean {
    if (block.quoted > 0 && this.#goesOnQuoted(block, raw)) return true;
    if (text === "..." || text === "...\r") {
      if (indent > block.indent) return true;
    } else if (indent >= block.indent || text === "") {
      block.length += raw.length;
      if (block.length <= limits.stack) block.lines.push(raw);
      if (opensQuote(raw)) block.quoted = maxQuotedLines;
      return true;
    }
    this.#block = undefined;
    const latest = this.#latest;
    this.#held += block.length;
    if (latest !== undefined && (!latest.line.ok || block.length < 1000) && this.#held < maxHeld)
      explain(latest, block.lines);
    this.#explained = latest;
    // A comment before a block is not a heading for later points.
    this.#freshComment = undefined;
    this.#latest = undefined;
    return text.startsWith("...");
  }

  /** Vitest writes texts of several lines in quotes, without indentation. Returns false for a line that cannot be part of such a text. */
  #goesOnQuoted(block: Block, raw: string): boolean {
    block.quoted = closesQuote(raw) ? 0 : block.quoted - 1;
    if (/^\s*(?:not )?ok \d+ -/.test(raw)) {
      block.quoted = 0;
      return false;
    }
    block.length += raw.length;
    const line = block.lines.pop();
    if (line !== undefined) block.lines.push(block.length <= limits.stack ? `${line}\\n${raw}` : line);
    return true;
  }

  /** Begins a stream. A file may contain several. */
  #begin(indent: number): void {
    if (indent !== 0) return;
    if (this.#points > 0 || this.#plan !== undefined) this.#endStream();
    this.#versioned = true;
  }

  #comment(text: string, indent: number): void {
    const comment = text.slice(1);
    const latest = this.#latest;
    if (/^\s*Subtest:/.test(comment)) {
      this.#latest = undefined;
      this.#namesSubtests = true;
      this.#group = "";
      this.#freshComment = undefined;
      return;
    }
    // Totals at the end: `# fail  2` of node:test and tape, `# failed 2 of 3 tests` of node-tap.
    const [, failures = "0"] = (indent === 0 ? /^ fail(?:ed)?:?\s+(\d{1,9})\b/.exec(comment) : null) ?? [];
    this.#declaredFailures += Number(failures);
    if (/^ Looks like your test (?:exited with|died)/.test(comment))
      this.writer.problems.addOnce("error", comment.trim());
    // A comment below a failed point has the reason; all other comments are headings or summaries.
    if (latest !== undefined && !latest.line.ok && latest.comments.length < maxComments && !summary.test(comment)) {
      latest.comments.push(comment.replace(/^ /, ""));
      return;
    }
    if (
      indent === 0 &&
      !this.#namesSubtests &&
      /^ \S/.test(comment) &&
      !summary.test(comment) &&
      this.#freshComment !== ""
    )
      this.#freshComment = comment.trim().replace(/^(TODO|SKIP) /, "");
    else if (comment.trim() === "") this.#freshComment = "";
    this.writer.output("stdout", `${text}\n`);
  }

  #pointOrPlan(text: string, indent: number, level: number): void {
    const line = parsePoint(text) ?? this.#ofTestem(text);
    if (line?.ok === false && line.directive === undefined) this.#notOk += 1;
    if (line !== undefined)
      return level === 0 ? this.#outermost(newPoint(this.#withTime(line), [])) : this.#inner(newPoint(line, []), level);
    const [, to, directive = ""] = /^1\.\.(\d{1,9})(?:\s*#\s*(.*))?/.exec(text) ?? [];
    if (to !== undefined) return this.#planned(Number(to), level, directive);
    const [, reason] = /^Bail out!\s*(.*)$/i.exec(text) ?? [];
    if (reason !== undefined) {
      this.#bailedOut = true;
      return this.writer.problems.addOnce("error", `The run was bailed out${reason === "" ? "" : `: ${reason}`}`);
    }
    if (text.startsWith("pragma ")) return;
    const latest = this.#latest;
    if (indent > 0 && latest !== undefined && !latest.line.ok && latest.indented.length < maxComments) {
      latest.indented.push(" ".repeat(indent) + text);
      return;
    }
    this.writer.output("stdout", `${text}\n`);
  }

  /** Testem writes `skip 3 name` and `todo 3 name` instead of a directive. */
  #ofTestem(text: string): PointLine | undefined {
    const [, kind, number, name] = /^(skip|todo) (\d{1,9}) (.+ - \[.+)$/.exec(text) ?? [];
    return Number(number) === this.#points + 1 ? parsePoint(`ok ${number} ${name} # ${kind}`) : undefined;
  }

  #withTime(line: PointLine): PointLine {
    const printed = printedName(line.name);
    const isTimed = printed !== undefined && !this.#versioned;
    if (this.#points === 0) this.#timed = isTimed && (this.#plan !== undefined || printed.variant !== "");
    if (!this.#timed || printed === undefined) return line;
    return { ...line, ...printed, durationMs: printed.durationMs ?? line.durationMs };
  }

  #planned(tests: number, level: number, directive: string): void {
    if (level > 0) {
      this.#plannedFirst[level] = (this.#waiting[level]?.length ?? 0) === 0;
      return;
    }
    this.#plan = tests;
    if (tests === 0 && directive !== "")
      this.writer.problems.add("warning", `All tests were skipped: ${directive.replace(/^skip\S*\s*/i, "")}`);
  }

  #outermost(point: Point): void {
    this.#flush();
    this.#points += 1;
    point.children = this.#belowOf(0);
    this.#last = point;
    this.#latest = point;
    // A line directly before a point is a heading, as tape writes the names of its tests.
    if (this.#freshComment !== undefined) this.#group = this.#freshComment;
    this.#freshComment = undefined;
  }

  #inner(point: Point, level: number): void {
    this.#latest = point;
    if (++this.#waitingCount > maxWaiting) {
      this.writer.problems.addOnce(
        "warning",
        `More than ${maxWaiting} subtests belong to one test point; the rest was left out`,
      );
      return;
    }
    point.children = this.#belowOf(level);
    (this.#waiting[level] ??= []).push(point);
  }

  /** Returns the pending children of a level. */
  #belowOf(level: number): Point[] {
    return this.#waiting.splice(level + 1).flatMap((points) => points ?? []);
  }

  #closeBrace(level: number): void {
    const owner = level === 0 ? this.#last : this.#waiting[level]?.at(-1);
    if (owner?.line.opens !== true) return;
    owner.planned = this.#plannedFirst[level + 1] === true;
    owner.children.push(...this.#belowOf(level));
  }

  #flush(): void {
    const point = this.#last;
    if (point === undefined) return;
    this.#last = undefined;
    this.#waitingCount = 0;
    this.#held = 0;
    this.#tell(point, this.#group === "" ? [] : [this.#group]);
  }

  /** Writes a point as a test, or its children if it is a suite. */
  #tell(point: Point, suites: readonly string[]): boolean {
    const status = statusOf(point);
    if (!isSuite(point)) {
      this.#write(point, suites);
      return status === "failed";
    }
    let failed = false;
    for (const child of point.children) failed = this.#tell(child, [...suites, point.line.name]) || failed;
    if (status === "failed" && !failed) {
      const { message } = errorOf(point);
      const why = message === "" ? "no reason given" : message;
      this.writer.problems.add("error", `"${point.line.name.slice(0, 300)}" failed outside its tests: ${why}`);
    }
    return failed || status === "failed";
  }

  #write(point: Point, suites: readonly string[]): void {
    const { line } = point;
    const status = statusOf(point);
    const [, flatFile, flatName] = /^([^\s>]+\.[cm]?[jt]sx?) > (.+)$/s.exec(line.name) ?? [];
    const [first = ""] = suites;
    const isFile = /\.[cm]?[jt]sx?$/.test(first) && !/\s/.test(first);
    const { name, ending } = withoutEnding(line.name);
    const steps = stepsOf(point.children);
    const ownError = errorOf(point);
    const error = ownError.message === "" ? { ...ownError, message: ending } : ownError;
    const below = firstCause(steps);
    const message = error.message || (below === undefined ? "" : `${below.title}: ${below.error || "not ok"}`);
    const reason = line.directive === "todo" ? `To do${line.reason === "" ? "" : `: ${line.reason}`}` : line.reason;
    this.writer.test({
      file: flatFile ?? (isFile ? projectPath(first) : null),
      variant: line.variant,
      titlePath: [...(isFile ? suites.slice(1) : suites), flatName ?? name],
      skipReason: reason,
      attempts: [
        {
          status,
          durationMs: durationOf(point),
          errors: status === "failed" ? errorsOf(point, { ...error, message }) : [],
          steps,
          // If the reason is in a block, as in AVA, comments are output of the test.
          stdout: point.diagnostics.values.size > 0 ? point.comments.join("\n") : "",
        },
      ],
    });
  }

  #endStream(): void {
    // Subtests whose parent is missing are unfinished tests.
    const rest = this.#last?.line.opens === true ? [] : this.#belowOf(0);
    this.#closeBrace(0);
    this.#flush();
    for (const point of rest) this.#write(point, []);
    const plan = this.#plan;
    const points = this.#points;
    // A missing plan or missing tests are already explained by the bail-out.
    if (this.#bailedOut) this.#bailedOut = false;
    else if (plan === undefined) {
      const reason = `The stream has no plan: it was stopped or cut off. Its ${points} tests were kept`;
      this.writer.problems.add("incomplete", reason, { line: this.#at });
    } else if (plan > points) this.writer.problems.add("error", `${plan} tests were planned, but only ${points} ran`);
    else if (plan < points) this.writer.problems.add("error", `${plan} tests were planned, but ${points} ran`);
    if (this.#declaredFailures > this.#notOk)
      this.writer.problems.add(
        "error",
        `The stream counts ${counted(this.#declaredFailures, "failure")}, but ${this.#notOk === 0 ? "no point" : `only ${this.#notOk}`} failed`,
      );
    this.#declaredFailures = 0;
    this.#notOk = 0;
    this.#plan = undefined;
    this.#points = 0;
    this.#versioned = false;
    this.#group = "";
    this.#namesSubtests = false;
    this.#freshComment = undefined;
  }
}

/** Check appends the result to the name of a test: `cart.c:core:adds: Assertion '1 == 2' failed`. */
function withoutEnding(line: string): { readonly name: string; readonly ending: string } {
  const [, name, ending] = (line.length < 4000 ? /^([\w./-]+\.c\w*:[^:]+:\w+): (.+)$/s.exec(line) : null) ?? [];
  return { name: name ?? line, ending: ending ?? "" };
}
