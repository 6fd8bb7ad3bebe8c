import type { Meaning } from "#meanings.ts";

const tap14 = "https://testanything.org/tap-version-14-specification.html";
const tap13 = "https://testanything.org/tap-version-13-specification.html";
const node = "https://github.com/nodejs/node/blob/main/lib/internal/test_runner/reporter/tap.js";
const perl = "https://metacpan.org/dist/Test-Simple/source/lib/Test/Builder.pm";

/** Meaning of TAP lines and node:test blocks. */
export const tapMeanings: readonly Meaning[] = [
  {
    sign: "`ok 1`",
    means: "passed",
    tool: "all",
    source: tap14,
    sample: "1..1\nok 1 - pays\n",
  },
  {
    sign: "`not ok 1`",
    means: "failed",
    tool: "all",
    source: tap14,
    sample: "1..1\nnot ok 1 - pays\n",
  },
  {
    sign: "`# SKIP`",
    means: "skipped",
    tool: "all",
    source: tap14,
    sample: "1..1\nok 1 - pays # SKIP not now\n",
  },
  {
    sign: "`skip 2` instead of `ok 2`",
    means: "skipped",
    tool: "Testem",
    source: "https://github.com/testem/testem/blob/master/lib/utils/displayutils.js",
    sample: "ok 1 Chrome 140.0 - [1 ms] - opens # SKIP\nskip 2 Chrome 140.0 - [0 ms] - pays\n# instead of ok 2\n1..2\n",
  },
  {
    sign: "`# TODO`, also of `not ok`",
    means: "skipped",
    tool: "all",
    source: tap14,
    sample: "1..1\nnot ok 1 - pays # TODO later\n",
  },
  {
    sign: "`type: 'suite'` in the block below a point",
    means: "no test",
    tool: "node:test",
    source: node,
    sample: "TAP version 13\n    ok 1 - pays\n    1..1\nok 1 - Till\n  ---\n  type: 'suite'\n  ...\n1..1\n",
  },
  {
    sign: "`failureType: 'subtestsFailed'`: the errors of the test are those of its subtests",
    means: "failed",
    tool: "node:test",
    source: node,
    sample:
      "TAP version 13\n    not ok 1 - pays\n    1..1\nnot ok 1 - Till\n  ---\n  failureType: 'subtestsFailed'\n  ...\n1..1\n",
  },
  {
    sign: "`Bail out!`",
    means: "run failed",
    tool: "all",
    source: tap14,
    sample: "TAP version 13\nBail out! no db\n",
  },
  {
    sign: "`1..3` and fewer points",
    means: "run failed",
    tool: "all",
    source: tap13,
    sample: "1..3\nok 1 - pays\n",
  },
  {
    sign: "`# fail 1` at the end, where no point failed",
    means: "run failed",
    tool: "node:test, tape",
    source: node,
    sample: "TAP version 13\nok 1 - pays\n1..1\n# tests 1\n# pass 0\n# fail 1\n",
  },
  {
    sign: "`# Looks like your test exited with 255`",
    means: "run failed",
    tool: "Perl",
    source: perl,
    sample: "1..1\nok 1 - pays\n# Looks like your test exited with 255 just after 1.\n",
  },
  {
    sign: "No plan: neither before the points nor behind them",
    means: "interrupted",
    tool: "all",
    source: tap14,
    sample: "TAP version 13\nok 1 - pays\n",
  },
];
