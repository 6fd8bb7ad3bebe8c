import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { createServerHome } from "#testing/process.ts";
import { createProjectAt, signInAt } from "#testing/remote.ts";
import { junit } from "#testing/reports.ts";

const isEmbedded = inject("databaseTemplate").kind === "embedded";
/** Folders on Windows have no mode. */
const hasModes = process.platform !== "win32";

const faults: readonly (readonly [string, (dataDir: string) => Record<string, string>, RegExp])[] = [
  [
    "a file in place of the data folder",
    (dataDir) => {
      writeFileSync(join(dataDir, "file"), "");
      return { PLUMB_DATA_DIR: join(dataDir, "file") };
    },
    /data folder .*file cannot be used: there is a file in its place\. Set PLUMB_DATA_DIR/,
  ],
  [
    "an empty secret",
    (dataDir) => {
      writeFileSync(join(dataDir, "secret"), "");
      return {};
    },
    /secret contains no secret: it is empty\. Restore it/,
  ],
];

const embeddedFaults: typeof faults = [
  [
    "somebody else's folder in place of the database",
    (dataDir) => {
      rmSync(join(dataDir, "db"), { recursive: true });
      mkdirSync(join(dataDir, "db"));
      writeFileSync(join(dataDir, "db", "holiday.jpg"), "");
      return {};
    },
    /db is not a Plumb database, and nothing was written to it\./,
  ],
  [
    "a file in place of the database",
    (dataDir) => {
      rmSync(join(dataDir, "db"), { recursive: true });
      writeFileSync(join(dataDir, "db"), "");
      return {};
    },
    /db is not a Plumb database, and nothing was written to it\./,
  ],
  [
    "a damaged database",
    (dataDir) => {
      writeFileSync(join(dataDir, "db", "global", "pg_control"), "damaged");
      return {};
    },
    /The database in .*db cannot be opened: it is damaged.*restore the folder from a backup/,
  ],
];

test.for([...faults, ...(isEmbedded ? embeddedFaults : [])])(
  "%s stops the start with the reason and advice",
  async ([, damage, message]) => {
    await using home = await createServerHome();
    await expect(home.start(damage(home.dataDir))).rejects.toThrow(message);
  },
);

test.runIf(hasModes)("a data folder that others can read is reported", async () => {
  await using home = await createServerHome();
  chmodSync(home.dataDir, 0o777);
  const server = await home.start();
  expect(server.output()).toContain("is open to other users of this machine (mode 777): run chmod 700 on it");
});

/** Starts an upload that stops after the first bytes of its body; resolves when the server has received them. */
async function halfUpload(url: string, token: string, projectId: number, dataDir: string) {
  const { hostname, port } = new URL(url);
  const body = junit([["cart", "adds"]]);
  const socket = connect({ host: hostname, port: Number(port) }).on("error", () => undefined);
  socket.write(
    [
      `POST /api/ingest/uploads?projectId=${projectId} HTTP/1.1`,
      "Host: 127.0.0.1",
      `Authorization: Bearer ${token}`,
      "Content-Type: text/xml",
      `Content-Length: ${body.length}`,
      "",
      body.slice(0, 10),
    ].join("\r\n"),
  );
  const received = () =>
    readdirSync(dataDir, { recursive: true }).some((path) => /^tmp.\d+.[\w-]+.[\w-]+$/.test(String(path)));
  await expect.poll(received).toBe(true);
  return { socket, rest: body.slice(10) };
}

test("a stopping server waits briefly for running work, and exits cleanly", async () => {
  await using home = await createServerHome();
  const server = await home.start();
  const token = await signInAt(server);
  const { socket } = await halfUpload(server.url, token, await createProjectAt(server, token), home.dataDir);
  const closed = once(socket, "close");
  expect(await server.stop()).toBe(0);
  await closed;
});

// The embedded database does not allow a second server in its folder.
test.runIf(!isEmbedded)("a second server in the same folder leaves the first one's uploads alone", async () => {
  await using home = await createServerHome();
  const first = await home.start();
  const token = await signInAt(first);
  const upload = await halfUpload(first.url, token, await createProjectAt(first, token), home.dataDir);
  await home.start();
  upload.socket.write(upload.rest);
  const [response] = (await once(upload.socket, "data")) as [Buffer];
  upload.socket.destroy();
  expect(response.toString()).toContain("HTTP/1.1 200");
});
