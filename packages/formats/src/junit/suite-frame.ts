import { limits } from "#limits.ts";
import { cleanText } from "#text/clean-text.ts";
import { isVisible } from "#text/shown-facts.ts";
import type { HeldCase } from "./attempts.ts";
import type { Dialect } from "./dialect.ts";
import type { RawCase, RawFailure, RawSuite } from "./raw-case.ts";

export interface ListedFailures {
  cases: number;
  /** Includes those of earlier executions, because some tools count these too. */
  elements: number;
}

/** An open suite. */
export interface SuiteFrame extends RawSuite {
  /** Failures of the suite itself, outside any test. */
  readonly failures: RawFailure[];
  dialect: Dialect | undefined;
  /** Cases held until the end of the suite, and the number of characters in them. */
  held: HeldCase[];
  heldCharacters: number;
  /** True if some cases were written before the end of the suite, so its totals do not apply to the remaining cases. */
  isPartlyReported: boolean;
  /** Number of failures that the suite counts, but that do not fail the run. */
  forgiven: number;
  /** True if a test in the suite failed or an error of the suite was reported. */
  failed: boolean;
  /** Failures in the suite and its inner suites that are listed or were reported. */
  readonly listed: ListedFailures;
  /** Number of cases whose assumption did not hold. The attribute `aborted` counts them. */
  aborted: number;
  /** True if the file ended inside the suite, so that its totals cannot be compared. */
  isCut: boolean;
  /** Start of the error output of the suite, which describes problems outside its tests. */
  complaint: string;
  /** Why the program of the suite failed outside its tests, by its own output. */
  programFailure: string;
  store(name: string, value: string): void;
}

/** Suite properties that identify the writer or are displayed with our own names. */
const storedProperties = new Set([
  "basedir",
  "browser.fullName",
  "browser.name",
  "browserName",
  "capabilities",
  "featureFile",
  "file",
  "go.version",
  "java.class.path",
  "java.version",
  "os.arch",
  "os.name",
  "specId",
  "SpecialSuiteFailureReason",
  "SuiteSucceeded",
  "TestVersion",
]);

/** Properties of Java and the machine. Surefire writes about a hundred of them into each suite. */
const ofTheMachine =
  /^(?:java|sun|os|user|jdk|awt|file|line|path|surefire|failsafe|maven|basedir|localRepository|env|native|socksNonProxyHosts|http|https|ftp|gopherProxySet|ant|cwd|stderr|stdout|idea|org|com|net|jacoco|kotlin|gradle)(?:[._]|$)/i;
/** Options of Ginkgo. */
const ofGinkgo =
  /^(?:SuiteHasProgrammaticFocus|SuiteLabels|Suite(?:SemVer|Component)\w*|RandomizeAllSpecs|LabelFilter|SemVerFilter|(?:Focus|Skip)(?:Strings|Files)|FailOnPending|FailOnEmpty|FailFast|FlakeAttempts|MustPassRepeatedly|EmitSpecProgress|DryRun|ParallelTotal|OutputInterceptorMode)$/;
const maxOwn = 30;

/** Creates an open suite. */
export function newSuite(attributes: ReadonlyMap<string, string>): SuiteFrame {
  const properties = new Map<string, string>();
  return {
    name: (attributes.get("name") ?? "").trim(),
    attributes,
    properties,
    failures: [],
    held: [],
    heldCharacters: 0,
    isPartlyReported: false,
    forgiven: 0,
    dialect: undefined,
    failed: false,
    isCut: false,
    listed: { cases: 0, elements: 0 },
    aborted: 0,
    complaint: "",
    programFailure: "",
    store: (name, value) => {
      const own =
        !ofTheMachine.test(name) && !ofGinkgo.test(name) && properties.size < maxOwn && isVisible(name, value);
      if (storedProperties.has(name) || own) properties.set(name, value);
    },
  };
}

/** Adds a property that the author of a test recorded, up to the limits. */
export function storedProperty(raw: RawCase, name: string, value: string): void {
  if (name === "") return;
  if (raw.properties.length >= limits.annotationsPerTest) {
    raw.droppedProperties++;
    return;
  }
  const max = limits.annotationValue;
  raw.properties.push([cleanText(name, max), cleanText(value, max)]);
}
