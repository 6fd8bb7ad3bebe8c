import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { tarOf, zipOf } from "#testing/archives.ts";
import { countRows } from "#testing/database.ts";
import { createServerHome } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

/** Only Linux lists the open files of a process. */
const isLinux = process.platform === "linux";

/** Returns the files below a folder that this process has open, including deleted ones. */
function openBelow(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder) ? [path] : [];
    } catch {
      return [];
    }
  });
}

test.runIf(isLinux)("an archive leaves no file open, whatever its content", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const report = junit([["cart", "adds"]]);
  const tar = await tarOf({ "a.xml": report, "b.txt": "x".repeat(300_000) });
  const damaged = gzipSync(tar).fill(0x55, 40, 200);
  const archives = {
    "report.xml.gz": gzipSync(report),
    "reports.tgz": gzipSync(tar),
    "reports.tar": tar,
    "reports.zip": await zipOf({ "a.xml": report }),
    "damaged.tgz": damaged,
    "cut.tgz": gzipSync(tar).subarray(0, 300),
    "cut.tar": tar.subarray(0, 2000),
    "bomb.gz": gzipSync(Buffer.alloc(120 * 1024 * 1024)),
  };
  for (const [name, content] of Object.entries(archives))
    expect((await send(plumb, key, { [name]: content }, { build: name })).status).toBeOneOf([200, 422]);
  expect(openBelow(plumb.context.config.dataDir)).toEqual([]);
});

test.runIf(isLinux)("an upload interrupted while it is being read leaves no open file and no data", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { dataDir } = plumb.context.config;
  const report = junit(Array.from({ length: 20_000 }, (_, index) => ["cart", `adds ${index}`] as const));
  const { hostname, port } = new URL(await plumb.app.listen({ port: 0, host: "127.0.0.1" }));
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  socket.write(
    `POST /api/ingest/uploads?filename=a.xml HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Length: ${report.length}\r\n\r\n`,
  );
  socket.write(report.slice(0, 400_000));
  // One file is being written, the other one read.
  await expect.poll(() => openBelow(dataDir).length).toBe(2);
  expect(await countRows(plumb.context.db, "upload")).toBe(0);
  socket.destroy();
  await expect.poll(() => openBelow(dataDir)).toEqual([]);
  expect(
    readdirSync(join(dataDir, "tmp"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  ).toEqual([]);
  expect(await countRows(plumb.context.db, "run")).toBe(0);

  const { status, body } = await send(plumb, key, { "a.xml": report });
  expect({ status, total: (body.data as { total: number }).total }).toEqual({ status: 200, total: 20_000 });
  expect((await send(plumb, key, { "a.xml": report })).body.files).toMatchObject([{ verdict: "duplicate" }]);
  expect((await send(plumb, key, { "b.xml": `${report} ` }, { format: "trx" })).status).toBe(422);
  await expect.poll(() => openBelow(dataDir)).toEqual([]);
});

test.runIf(isLinux)(
  "a server out of file descriptors reports it without paths, and accepts the upload later",
  async () => {
    await using home = await createServerHome();
    const server = await home.start({}, { maxOpenFiles: 400 });
    const token = await signInAt(server);
    const projectId = await createProjectAt(server, token);
    const upload = async () => {
      const response = await fetch(`${server.url}/api/ingest/uploads?projectId=${projectId}&filename=a.tgz`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: gzipSync(await tarOf({ "a.xml": junit([["cart", "adds"]]) })),
      });
      return { status: response.status, text: await response.text() };
    };
    const { hostname, port } = new URL(server.url);
    const idle: Socket[] = [];
    const refused: { status: number; text: string }[] = [];
    let response = await upload();
    expect(response.status).toBe(200);
    while (response.status === 200) {
      const socket = connect({ host: hostname, port: Number(port) });
      idle.push(socket.on("error", () => undefined));
      await once(socket, "connect");
      response = await upload();
    }
    // Descriptors become free one at a time, so the upload proceeds further each time.
    for (; response.status !== 200; response = await upload()) {
      refused.push(response);
      const socket = idle.pop();
      if (socket === undefined) throw new Error(`Still refused: ${response.text}`);
      socket.destroy();
    }
    for (const socket of idle) socket.destroy();
    for (const reply of refused) {
      expect(reply).toMatchObject({ status: 503 });
      expect(reply.text).not.toContain(home.dataDir);
    }
  },
);
