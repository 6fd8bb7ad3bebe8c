import { stringsOf } from "#json/json-value.ts";

/** Markers about how a test runs, not what it is about, and markers of pytest itself. */
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

/** The markers among the keywords of a test, which also hold the names of its functions, files, folders and parameters. */
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
