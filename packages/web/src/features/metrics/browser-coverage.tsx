import { Table } from "@mantine/core";
import { type BrowserStats, unknownBrowser } from "@plumb/contract/runs/metrics.ts";
import { Link } from "@tanstack/react-router";
import { browserLabel } from "#lib/format/browser-label.ts";
import { cut, formatCount, formatRate } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import { testsOf } from "./metrics-charts.ts";
import styles from "./metrics-view.module.css";

interface BrowserCoverageProps {
  readonly reportId: number;
  readonly browsers: Readonly<Record<string, BrowserStats>>;
}

/** Test outcomes by browser. */
export function BrowserCoverage({ reportId, browsers }: BrowserCoverageProps) {
  const rows = Object.entries(browsers).toSorted(([, one], [, other]) => other.total - one.total);
  const errors = rows.some(([, { errored }]) => errored > 0);
  const columns = ["Browser", "Tests", "Passed", "Failed", ...(errors ? ["Errored"] : []), "Pass rate"];
  return (
    <section className={panel["panel"]} aria-labelledby="metrics-browsers">
      <div className={panel["head"]}>
        <h2 id="metrics-browsers">Browser Coverage</h2>
      </div>
      {rows.length === 0 ? (
        <p className={styles["none"]}>No tests in this report</p>
      ) : (
        <CardTable label="Browser Coverage" columns={columns}>
          {rows.map(([browser, stats]) => (
            <BrowserRow key={browser} reportId={reportId} browser={browser} stats={stats} errors={errors} />
          ))}
        </CardTable>
      )}
    </section>
  );
}

interface BrowserRowProps {
  readonly reportId: number;
  readonly browser: string;
  readonly stats: BrowserStats;
  /** Whether any browser had errors, which requires another column. */
  readonly errors: boolean;
}

function BrowserRow({ reportId, browser, stats, errors }: BrowserRowProps) {
  const search = { browser: browser === unknownBrowser ? "~" : browser };
  const failures = stats.failed + stats.errored;
  return (
    <Table.Tr>
      <Table.Td data-part="name">
        <Link {...testsOf(reportId, search)}>{cut(browserLabel(browser), 60)}</Link>
      </Table.Td>
      <Table.Td data-part="short" data-label="Tests">
        {formatCount(stats.total)}
      </Table.Td>
      <Table.Td data-part="short" data-label="Passed">
        <Count count={stats.passed} link={testsOf(reportId, { ...search, status: "passed" })} />
      </Table.Td>
      <Table.Td data-part="short" data-label="Failed">
        <Count count={stats.failed} link={testsOf(reportId, { ...search, status: "failed" })} />
      </Table.Td>
      {errors && (
        <Table.Td data-part="short" data-label="Errored">
          <Count count={stats.errored} link={testsOf(reportId, { ...search, status: "error" })} />
        </Table.Td>
      )}
      <Table.Td data-part="short" data-label="Pass rate">
        <span title={`${formatCount(stats.passed)} passed ÷ ${formatCount(stats.passed + failures)} tests that ran`}>
          {formatRate(stats.passRate)}
        </span>
      </Table.Td>
    </Table.Tr>
  );
}

/** Count with a link to its tests, unless it is zero. */
function Count({ count, link }: { readonly count: number; readonly link: ReturnType<typeof testsOf> }) {
  return count === 0 ? "0" : <Link {...link}>{formatCount(count)}</Link>;
}
