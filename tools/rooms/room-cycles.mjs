import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { misplacedFiles } from "./store-files.mjs";

const server = join(import.meta.dirname, "../../packages/server/src");

/** Rooms that contain other rooms. Every other room is a folder or file of src. */
const split = ["connectors", "ingest", "ingest/sources", "senders", "store"];

/** Matches an import, an export or a dynamic import of a server file. */
const imported = /\b(?:from|import)\s*\(?\s*"((?:#|\.\/)[^"]+)"/g;

/**
 * Returns the room of a file: the outermost folder that contains no other rooms.
 *
 * @param {string} file path below src
 */
export function roomOf(file) {
  const folders = file.split("/");
  let depth = 1;
  while (depth < folders.length - 1 && split.includes(folders.slice(0, depth).join("/"))) depth += 1;
  return folders.slice(0, depth).join("/");
}

/**
 * Returns the groups of rooms that import each other, directly or indirectly, with the imports between them. Type imports count, because they are
 * needed to understand a room.
 *
 * @param {ReadonlyMap<string, string>} files source text by the path below src
 * @returns {{ rooms: string[], imports: string[] }[]}
 */
export function roomCycles(files) {
  /** @type {{ from: string, to: string, text: string }[]} */
  const arrows = [];
  for (const [file, text] of files) {
    for (const [, name = ""] of text.matchAll(imported)) {
      const target = name.startsWith("#") ? name.slice(1) : posix.join(posix.dirname(file), name);
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from !== to) arrows.push({ from, to, text: `${file} imports ${target}` });
    }
  }
  const rooms = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].toSorted();
  const reach = new Map(rooms.map((room) => [room, reachable(arrows, room)]));
  const meet = (/** @type {string} */ a, /** @type {string} */ b) => reach.get(a)?.has(b) && reach.get(b)?.has(a);
  return rooms
    .map((room) => rooms.filter((other) => meet(room, other)))
    .filter((cycle, index) => cycle[0] === rooms[index])
    .map((cycle) => ({
      rooms: cycle,
      imports: arrows.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to)).map(({ text }) => text),
    }));
}

/**
 * @param {readonly { from: string, to: string }[]} arrows
 * @param {string} start
 * @returns {Set<string>} contains the start only if a cycle leads back to it
 */
function reachable(arrows, start) {
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [start];
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    for (const { from, to } of arrows) {
      if (from !== room || found.has(to)) continue;
      found.add(to);
      waiting.push(to);
    }
  }
  return found;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  // Tests and their helpers use the whole server, so they are left out.
  const names = globSync("**/*.ts", { cwd: server }).filter(
    (file) => !/\.test\.ts$|\.expected\.ts$|^testing\//.test(file),
  );
  const files = new Map(names.map((file) => [file, readFileSync(join(server, file), "utf8")]));
  const cycles = roomCycles(files);
  for (const { rooms, imports } of cycles)
    console.log(`These rooms of packages/server/src form a cycle: ${rooms.join(", ")}\n  ${imports.join("\n  ")}`);
  if (cycles.length > 0) {
    console.log("Move what both sides need into a room below them, such as core/ or store/.");
    process.exitCode = 1;
  }
  const { withoutSql, notHelpers } = misplacedFiles(files);
  for (const file of withoutSql)
    console.log(
      `${file} contains no SQL: move it to the room that uses it, or list it in tools/rooms/store-files.mjs.`,
    );
  for (const file of notHelpers)
    console.log(`${file} contains SQL or does not exist: remove it from the helpers in tools/rooms/store-files.mjs.`);
  if (withoutSql.length + notHelpers.length > 0) process.exitCode = 1;
}
