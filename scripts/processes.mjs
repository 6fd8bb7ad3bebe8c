import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { cache, root } from "./folders.mjs";

/** An error that is shown as a message without a stack trace. */
export class Trouble extends Error {
  /**
   * @param {string} message
   * @param {number} [exitCode] exit code of the script
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Returns the environment of all child processes. Programs that look for `node` find the selected one, and Node.js caches compiled code for the next
 * start.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWith(node, more = {}) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return {
    NODE_COMPILE_CACHE: join(cache, "compiled"),
    ...process.env,
    [name]: `${dirname(node)}${delimiter}${process.env[name] ?? ""}`,
    ...more,
  };
}

/**
 * Runs a program and returns its output instead of printing it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, { env = process.env, shell = false, timeoutMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      shell,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", (error) => resolve({ code: 127, output: `${output}${error.message}\n` }));
    child.on("close", (code, signal) => resolve({ code: exitCode(code, signal), output }));
  });
}

/**
 * Runs a program and forwards signals to it.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 */
export function runInForeground(program, args, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: "inherit" });
    /** @type {Set<NodeJS.Signals>} */
    const passedOn = new Set();
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
      process.on(signal, () => {
        // One Ctrl+C arrives twice: from the terminal and from npm.
        if (passedOn.has(signal)) return;
        passedOn.add(signal);
        child.kill(signal);
        setTimeout(() => passedOn.delete(signal), 2000).unref();
      });
    }
    whenOrphaned(() => child.kill("SIGTERM"));
    child.on("error", (error) => {
      console.error(`plumb: ${program} does not run: ${error.message}`);
      resolve(127);
    });
    child.on("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Calls `act` when npm or its shell has ended. The shell does not forward signals, so this process and its children would continue in the background
 * and block port and data folder.
 *
 * @param {() => void} callback
 */
export function whenOrphaned(callback) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const before = ancestors();
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    callback();
  }, 250);
  watch.unref();
}

/** Returns the parent shell and, if known, its npm. */
function ancestors() {
  try {
    const shell = readFileSync(`/proc/${process.ppid}/stat`, "latin1");
    return `${process.ppid} ${shell.slice(shell.lastIndexOf(")")).split(" ")[2]}`;
  } catch {
    return String(process.ppid);
  }
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * Runs the body of a script. A `Trouble` is printed as one line, any other error with its stack trace.
 *
 * @param {() => Promise<number>} body resolves to the exit code
 */
export async function asScript(body) {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof Trouble ? `plumb: ${error.message}` : error);
    process.exitCode = error instanceof Trouble ? error.exitCode : 1;
  }
}
