/** Matches folders of attempts: `rerun`, `retry-1`, `attempt_2`. A number alone may be a shard. */
const attemptFolder = /^(?:re-?(?:runs?|try|tries)|attempts?)[-_. ]?(\d*)$/i;

/** Matches a mark with a number after a name, as in `Pixel-28-rerun_1` of Firebase Test Lab. Without a number, it may be part of the name. */
const markedName = /^(.+)[-_.](?:re-?(?:run|try)|attempt)[-_]?(\d+)$/i;

/** Matches file names with the mark of an attempt: `report-rerun.xml`, `junit.retry-2.xml`. */
const markedFile = /^(.+?)[-_.](?:re-?run[-_]?(\d*)|(?:re-?try|attempt)[-_]?(\d+))((?:\.[a-z]{2,6}){1,2})$/i;

/** Folders of the first attempt. */
const firstFolder = /^(?:run|first|initial|original)$/i;

/** Folders of Microsoft.Testing.Platform: `Retries/<id>/<number>`. */
const retriesFolder = /(^|\/)retries\/[^/]+\/(\d+)(?=\/)/gi;

/** Every mark contains one of these. Most paths have none, and all pairs of a run are compared. */
const anyMark = /re-?(?:run|tr)|attempt/i;

interface AttemptPath {
  /** Path without the marks of attempts. */
  readonly report: string;
  /** 0 for the report itself; a retry follows it. Bazel keeps the last attempt without a mark, so its earlier attempts are negative. */
  readonly attempt: number;
}

/** Splits a path into the report and the number of the attempt that its folders or its file name declare. */
export function attemptPath(path: string): AttemptPath {
  const bazel = /^(.*?)test_attempts\/attempt_(\d+)\.xml$/.exec(path);
  if (bazel !== null) return { report: `${bazel[1] ?? ""}test.xml`, attempt: Number(bazel[2]) - 1_000_000 };
  const parts = path.replaceAll(retriesFolder, "$1retry-$2").split("/");
  const file = parts.pop() ?? "";
  let attempt = 0;
  const folders = parts.flatMap((folder) => {
    if (firstFolder.test(folder)) return [];
    const [, number] = attemptFolder.exec(folder) ?? [];
    if (number !== undefined) {
      attempt = Number(number || 1);
      return [];
    }
    const [, name, mark] = markedName.exec(folder) ?? [];
    if (name === undefined) return [folder];
    attempt = Number(mark);
    return [name];
  });
  const [, name, rerun, retry, ending = ""] = markedFile.exec(file) ?? [];
  if (name !== undefined) attempt = Number(rerun || retry || 1);
  return { report: [...folders, name === undefined ? file : `${name}${ending}`].join("/"), attempt };
}

/**
 * Returns which of two reports of one format is a later attempt by their paths; `null` if their paths do not declare it. Microsoft.Testing.Platform
 * writes the time into the names of its files, so numbers in names do not matter below `Retries`.
 */
export function laterAttempt(a: string, b: string): "a" | "b" | null {
  if (!anyMark.test(a) && !anyMark.test(b)) return null;
  const [one, other] = [attemptPath(a), attemptPath(b)];
  if (one.attempt === other.attempt) return null;
  const isTimed = [a, b].some((path) => path.search(retriesFolder) >= 0);
  const reportOf = ({ report }: AttemptPath) => (isTimed ? report.replaceAll(/\d+/g, "#") : report);
  if (reportOf(one) !== reportOf(other)) return null;
  return one.attempt > other.attempt ? "a" : "b";
}

/** Returns the path of Bazel's report of the last attempt for a report of an earlier attempt; `null` for other reports. */
export function lastBazelAttempt(path: string): string | null {
  const { report, attempt } = attemptPath(path);
  return attempt < 0 ? report : null;
}

/**
 * Returns true if two reports are different repetitions of a test by their paths, such as `run_1_of_3` and `run_2_of_3` of Bazel's
 * `--runs_per_test`. None of them repairs another one.
 */
export function areRepetitions(a: string, b: string): boolean {
  const [one, other] = [repetitionOf(a), repetitionOf(b)];
  return one !== null && other !== null && one !== other;
}

function repetitionOf(path: string): string | null {
  return /(?:^|\/)((?:run|shard)_\d+_of_\d+)\//.exec(path)?.[1] ?? null;
}
