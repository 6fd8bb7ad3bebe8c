import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { karateFeature, newmanRun } from "#testing/tool-reports.ts";

interface Row {
  readonly testId: number;
  readonly titlePath: string[];
  readonly variant: string;
  readonly status: string;
}

async function rowsOf(plumb: TestApp, token: string, reportId: number): Promise<Row[]> {
  return (await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results?limit=100`, { token })).body.data;
}

const identitiesOf = (rows: readonly Row[]) =>
  rows.map(({ testId, titlePath, variant }) => `${testId} ${titlePath.join(" › ")} ${variant}`).toSorted();

const karateXml = `<testsuite name="shop/cart.feature" tests="3" failures="1" time="0.3"><testcase classname="shop.cart" name="[1:3] Adds" time="0.1"/><testcase classname="shop.cart" name="[2.1:9] Pays" time="0.1"/><testcase classname="shop.cart" name="[2.2:10] Pays" time="0.1"><failure message="status code was: 409, expected: 201"/></testcase></testsuite>`;
const newmanXml = `<testsuites name="Shop API" tests="2" time="0.1"><testsuite name="Cart / Get cart" id="691be955-6492-4374-8da1-e8069c99ba0b" timestamp="2026-03-01T10:00:00.000Z" tests="2" failures="1" errors="0" time="0.100"><testcase name="status is 200" time="0.100" classname="CartGetCart"/><testcase name="has a total" time="0.100" classname="CartGetCart"><failure type="AssertionFailure" message="expected 1 to equal 2"/></testcase></testsuite></testsuites>`;

test.for([
  ["Karate", "shop.cart.karate-json.txt", karateFeature(), karateXml, "failed 3/2/1"],
  ["Newman", "newman-run-report.json", newmanRun(), newmanXml, "failed 2/1/1"],
] as const)(
  "the history of %s's tests continues from JUnit XML to its own JSON",
  async ([, name, json, xml, counts]) => {
    await using plumb = await createTestApp();
    const { key, token } = await seedProject(plumb);
    const sent = async (files: Readonly<Record<string, string>>, build: string) => {
      const { data } = (await send(plumb, key, files, { build, suite: "api" })).body;
      expect(`${data.status} ${data.total}/${data.passed}/${data.failed}`).toBe(counts);
      return rowsOf(plumb, token, data.reportId);
    };
    const ofXml = await sent({ "report.xml": xml }, "1");
    expect(identitiesOf(await sent({ [name]: json }, "2"))).toEqual(identitiesOf(ofXml));
    expect(identitiesOf(await sent({ "report.xml": xml, [name]: json }, "3"))).toEqual(identitiesOf(ofXml));
  },
);
