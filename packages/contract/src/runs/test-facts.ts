import type { ResultDetail } from "./results.ts";

/** Where a test ran, according to its report; null if unknown. */
export interface TestFacts {
  readonly browser: string | null;
  readonly platform: string | null;
  readonly viewport: string | null;
  readonly userAgent: string | null;
}

type Told = Pick<ResultDetail, "browser" | "variant"> & Partial<Pick<ResultDetail, "annotations">>;

/**
 * Where a test ran: by its own word (an annotation) before the run's.
 *
 * @param metadata What the report names of its run. Of several projects each has its own: `viewport [mobile]`.
 */
export function testFacts(
  { browser, variant, annotations = [] }: Told,
  metadata: Readonly<Record<string, string>>,
): TestFacts {
  const told = new Map([
    ...Object.entries(metadata).map(([name, value]) => [plain(name), value] as const),
    ...annotations.map(({ type, description = "" }) => [plain(type), description] as const),
  ]);
  const own = plain(variant);
  const fact = (...names: readonly string[]) =>
    names
      .flatMap((name) => [told.get(name), told.get(`${name}${own}`)])
      .find((value) => value !== undefined && value.trim() !== "") ?? null;
  return {
    browser: browser ?? fact("browser", "browsername"),
    platform: fact("platform", "os", "operatingsystem", "osname", "platformname"),
    viewport: fact("viewport", "viewportsize", "screensize", "resolution"),
    userAgent: fact("useragent"),
  };
}

/** `user-agent`, `userAgent` and `User Agent` are one name. */
function plain(name: string): string {
  return name
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}
