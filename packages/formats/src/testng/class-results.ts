import { type RawMethod, stableParams, statusOf } from "./raw-method.ts";

/** Results that may wait for others at once; more cannot have begun in one second of a real run. */
const maxWaiting = 1000;

/**
 * Finds the executions of a test among the results of its class. They come in the order in which they began, but those that
 * began at the same moment are listed passed ones first: results of one second wait for each other.
 *
 * An execution that was run again is a SKIP with `retried`, from version 7 on. Before that it is a SKIP with the exception
 * that made it fail, where a real skip has TestNG's own exception or none.
 */
export class ClassResults {
  readonly #tellsRetries: boolean;
  readonly #onTest: (final: RawMethod, earlier: readonly RawMethod[]) => void;
  #retried: RawMethod[] = [];
  #finals: RawMethod[] = [];

  /** @param tellsRetries The report marks what was run again, so that nothing has to be guessed. */
  constructor(tellsRetries: boolean, onTest: (final: RawMethod, earlier: readonly RawMethod[]) => void) {
    this.#tellsRetries = tellsRetries;
    this.#onTest = onTest;
  }

  add(raw: RawMethod): void {
    const [first] = this.#finals;
    const later = first !== undefined && first.attributes.get("started-at") !== raw.attributes.get("started-at");
    if (later || this.#finals.length >= maxWaiting) this.#flush();
    if (this.#retried.length < maxWaiting && this.#wasRetried(raw)) this.#retried.push(raw);
    else this.#finals.push(raw);
  }

  /** What was run again and never came to an end: without a mark it was a skip after all. */
  end(): void {
    this.#flush();
    while (this.#retried.length > 0) {
      const raw = this.#retried.shift();
      if (raw === undefined) return;
      if (!isMarked(raw)) this.#onTest(raw, []);
      else this.#onTest(raw, this.#attemptsOf(raw));
    }
  }

  #flush(): void {
    const finals = this.#finals;
    this.#finals = [];
    for (const raw of finals) this.#onTest(raw, statusOf(raw) === "skipped" ? [] : this.#attemptsOf(raw));
  }

  /** Compares method and parameters; objects may have been created again. */
  #attemptsOf(final: RawMethod): RawMethod[] {
    if (this.#retried.length === 0) return [];
    const exact = keyOf(final, final.params);
    const stable = keyOf(final, stableParams(final));
    const same = this.#retried.filter((raw) => keyOf(raw, raw.params) === exact);
    const attempts = same.length > 0 ? same : this.#retried.filter((raw) => keyOf(raw, stableParams(raw)) === stable);
    this.#retried = this.#retried.filter((raw) => !attempts.includes(raw));
    return attempts;
  }

  #wasRetried(raw: RawMethod): boolean {
    if (isMarked(raw)) return true;
    if (this.#tellsRetries || raw.attributes.get("status") !== "SKIP" || raw.exception === undefined) return false;
    return !isRealSkip(raw.exception.type, raw.exception.message);
  }
}

/** True for TestNG's own skip exceptions and for tests that depend on a failed one. */
export function isRealSkip(type: string, message: string): boolean {
  return type.endsWith("SkipException") || /depends on|on not successfully finished/.test(message);
}

function isMarked(raw: RawMethod): boolean {
  return raw.attributes.get("retried") === "true";
}

function keyOf({ attributes }: RawMethod, params: readonly string[]): string {
  return JSON.stringify([attributes.get("name"), attributes.get("test-instance-name"), ...params]);
}
