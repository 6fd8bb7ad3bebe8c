import type { ResultDetail } from "./results.ts";

/** Where a test ran, according to its report. Unknown values are `null`. */
export interface TestFacts {
  readonly browser: string | null;
  readonly platform: string | null;
  readonly viewport: string | null;
  readonly userAgent: string | null;
}

type Described = Pick<ResultDetail, "browser" | "variant"> & Partial<Pick<ResultDetail, "annotations">>;

/**
 * Returns where a test ran. Annotations of the test take precedence over metadata of the run.
 *
 * @param metadata Metadata of the run. If there are several projects, names can include the project, such as `viewport [mobile]`.
 */
export function testFacts(
  { browser, variant, annotations = [] }: Described,
  metadata: Readonly<Record<string, string>>,
): TestFacts {
  const facts = new Map([
    ...Object.entries(metadata).map(([name, value]) => [plain(name), value] as const),
    ...annotations.map(({ type, description = "" }) => [plain(type), description] as const),
  ]);
  const own = plain(variant);
  const fact = (...names: readonly string[]) =>
    names
      .flatMap((name) => [facts.get(name), facts.get(`${name}${own}`)])
      .find((value) => value !== undefined && value.trim() !== "") ?? null;
  return {
    browser: browser ?? fact("browser", "browsername"),
    platform: fact("platform", "os", "operatingsystem", "osname", "platformname"),
    viewport: fact("viewport", "viewportsize", "screensize", "resolution"),
    userAgent: fact("useragent"),
  };
}

/** Normalises a name, so that `user-agent`, `userAgent` and `User Agent` are equal. */
function plain(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}
