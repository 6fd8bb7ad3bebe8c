import { expect, test } from "vitest";
import { createServerHome, type ServerProcess } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

/** Set `PLUMB_CRASH_ROUNDS=50` for the long version. */
const rounds = Number(process.env["PLUMB_CRASH_ROUNDS"] ?? 4);
const tests = 1500;
/** Enough tests to take a while to write. */
const many = 6000;

function reportOf(round: number, length = tests): string {
  return junit(
    Array.from(
      { length },
      (_, index) => [`suite ${round}`, `case ${index}`, ...(index % 50 === 0 ? ["boom"] : [])] as [string, string],
    ),
  );
}

async function upload(
  url: string,
  token: string,
  projectId: number,
  round: number,
  length = tests,
): Promise<{ total: number; verdict: string | undefined }> {
  const query = new URLSearchParams({
    projectId: String(projectId),
    build: `round ${round}`,
    filename: "report.xml",
  }).toString();
  const response = await fetch(`${url}/api/ingest/uploads?${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "text/xml" },
    body: reportOf(round, length),
  });
  if (!response.ok) throw new Error(await response.text());
  const { data, files } = (await response.json()) as { data: { total: number }; files: { verdict: string }[] };
  return { total: data.total, verdict: files[0]?.verdict };
}

test(
  `a server killed during an upload keeps acknowledged data, without halves or duplicates after the retry (${rounds} rounds)`,
  // A round starts a server and sends 1,500 tests twice, which takes half a minute on a busy machine.
  { timeout: 120_000 + 60_000 * rounds },
  async () => {
    await using home = await createServerHome();
    let server: ServerProcess = await home.start();
    const token = await signInAt(server);
    const projectId = await createProjectAt(server, token);
    const before = performance.now();
    await upload(server.url, token, projectId, -1);
    const usualMs = performance.now() - before;

    const acknowledged = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      // From the start of the upload until shortly after its end.
      const killAfterMs = (1.2 * usualMs * (round + 0.5)) / rounds;
      const sending = upload(server.url, token, projectId, round).then(
        () => acknowledged.add(round),
        () => undefined,
      );
      await new Promise((resolve) => setTimeout(resolve, killAfterMs));
      await server.kill();
      await sending;
      server = await home.start();
      const again = await upload(server.url, token, projectId, round);
      expect(again.total).toBe(tests);
      // Acknowledged data must exist. Unacknowledged data may exist if it arrived just before its response.
      expect(acknowledged.has(round) ? ["duplicate"] : ["duplicate", "imported"]).toContain(again.verdict);
    }

    const list = await fetch(`${server.url}/api/reports?projectId=${projectId}&limit=200`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await list.json()) as { data: { status: string; summary: { total: number; failed: number } }[] };
    expect(data).toHaveLength(rounds + 1);
    for (const report of data)
      expect(report).toMatchObject({ status: "failed", summary: { total: tests, failed: tests / 50 } });
    expect(await server.stop()).toBe(0);
  },
);

test("a server killed after it wrote the first rows of an upload has none of them after its start", async () => {
  await using home = await createServerHome();
  let server = await home.start();
  const token = await signInAt(server);
  const projectId = await createProjectAt(server, token);
  const reports = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api/reports?projectId=${projectId}`, { headers });
    return ((await response.json()) as { data: { status: string; summary: { total: number } }[] }).data;
  };
  let ended = false;
  const sending = upload(server.url, token, projectId, 1, many)
    .then(
      () => "acknowledged",
      () => "cut off",
    )
    .finally(() => (ended = true));
  let written = 0;
  for (let done = false; written === 0 && !done;) {
    done = ended;
    written = (await reports())[0]?.summary.total ?? 0;
  }
  await server.kill();
  // It was interrupted in the middle: some rows were written, and nothing was acknowledged.
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(many);
  expect(await sending).toBe("cut off");
  server = await home.start();
  expect(await reports()).toEqual([]);
  expect(await upload(server.url, token, projectId, 1, many)).toEqual({ total: many, verdict: "imported" });
  expect(await reports()).toMatchObject([{ status: "failed", summary: { total: many } }]);
  const uploads = await fetch(`${server.url}/api/projects/${projectId}/uploads`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await uploads.json()).toMatchObject({
    data: [{ state: "accepted" }, { state: "failed", reason: expect.stringContaining("send it again") as string }],
  });
});
