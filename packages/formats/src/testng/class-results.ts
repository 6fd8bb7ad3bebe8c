import { type RawMethod, stableParams, statusOf } from "./raw-method.ts";

/** Maximum number of waiting results. Real runs start fewer tests within a second. */
const maxWaiting = 1000;

/**
 * Finds the executions of a test among the results of its class. Results are sorted by start, but those with the
 * same start are listed with passed ones first, so results of the same second are held until the next one.
 *
 * Since version 7, an execution that was repeated is a SKIP with `retried`. In earlier versions it is a SKIP with the exception
 * of the failure, while a real skip has a TestNG exception or none.
 */
export class ClassResults {
  readonly #tellsRetries: boolean;
  readonly #onTest: (final: RawMethod, earlier: readonly RawMethod[]) => void;
  #retried: RawMethod[] = [];
  #finals: RawMethod[] = [];

  /** @param reportsRetries True if the report marks repeated executions, so that they need not be guessed. */
  constructor(reportsRetries: boolean, onTest: (final: RawMethod, earlier: readonly RawMethod[]) => void) {
    this.#tellsRetries = reportsRetries;
    this.#onTest = onTest;
  }

  add(raw: RawMethod): void {
    const [first] = this.#finals;
    const later = first !== undefined && first.attributes.get("started-at") !== raw.attributes.get("started-at");
    if (later || this.#finals.length >= maxWaiting) this.#flush();
    if (this.#retried.length < maxWaiting && this.#wasRetried(raw)) this.#retried.push(raw);
    else this.#finals.push(raw);
  }

  /** Ends the class. Executions that were not repeated after all are reported: without a mark, they were skipped. */
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

  /** Compares method and parameters. Object addresses are ignored if necessary, because objects may have been created again. */
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

/** Returns true for TestNG's skip exceptions and for tests that depend on a failed one. */
export function isRealSkip(type: string, message: string): boolean {
  return type.endsWith("SkipException") || /depends on|on not successfully finished/.test(message);
}

function isMarked(raw: RawMethod): boolean {
  return raw.attributes.get("retried") === "true";
}

function keyOf({ attributes }: RawMethod, params: readonly string[]): string {
  return JSON.stringify([attributes.get("name"), attributes.get("test-instance-name"), ...params]);
}
