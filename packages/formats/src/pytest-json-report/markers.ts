import { stringsOf } from "#json/json-value.ts";

/** Markers of pytest, and markers about how a test runs rather than what it tests. */
const builtIn = new Set([
  "parametrize",
  "pytestmark",
  "skip",
  "skipif",
  "xfail",
  "usefixtures",
  "filterwarnings",
  "asyncio",
  "anyio",
  "flaky",
  "timeout",
  "tryfirst",
  "trylast",
  "pytest",
  "setUp",
  "tearDown",
]);

/** Returns the markers among the keywords of a test. The keywords also contain names of functions, files, folders and parameters. */
export function markersOf(keywords: unknown, nodeid: string, root: string): string[] {
  const names = new Set([
    ...nodeid.split(/[^\w.]+|\.(?=py\b)/),
    ...root.split(/[\\/]/),
    ...nodeid.split(/::|\[|\]|\/|-/),
  ]);
  return stringsOf(keywords).filter(
    (keyword) =>
      /^[A-Za-z]\w*$/.test(keyword) && !builtIn.has(keyword) && !names.has(keyword) && !/^[Tt]est/.test(keyword),
  );
}
