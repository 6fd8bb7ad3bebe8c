import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./folders.mjs";
import { exitCode, Trouble, whenOrphaned } from "./processes.mjs";

/** Time that programs have to end before they are killed. */
const graceMs = 10_000;
/** On Windows, a program in a separate process group opens a window. */
const hasGroups = process.platform !== "win32";

/** Thrown after the user stopped the script. */
class Stopped extends Trouble {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`stopped by ${signal}.`, 128 + constants.signals[signal]);
  }
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | null} */
let stoppedBy = null;
let listens = false;

/**
 * Runs a program. If this process receives a signal, the program and all its children are stopped and no further program starts.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(text: string) => void} say receives its output
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 * @throws {Stopped}
 */
export async function runStoppably(program, args, env, say) {
  listen();
  throwIfStopped();
  // The program runs in a process group, because servers and browsers of a test run would survive a signal to the program only. The group also
  // prevents that the program receives Ctrl+C twice.
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: hasGroups });
  running.add(child);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", say);
  /** @type {number} */
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      say(`plumb: ${program} does not run: ${error.message}\n`);
      resolve(127);
    });
    child.on("close", (ended, signal) => resolve(exitCode(ended, signal)));
  });
  running.delete(child);
  throwIfStopped();
  return code;
}

/** @throws {Stopped} after the user stopped the script */
export function throwIfStopped() {
  if (stoppedBy !== null) throw new Stopped(stoppedBy);
}

/** Registered with the first program. Before that, signals have their default effect. */
function listen() {
  if (listens) return;
  listens = true;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => stop(signal));
  whenOrphaned(() => stop("SIGTERM"));
}

/**
 * One Ctrl+C may arrive twice, from the terminal and from npm. The second one is ignored.
 *
 * @param {NodeJS.Signals} signal
 */
function stop(signal) {
  if (stoppedBy !== null) return;
  stoppedBy = signal;
  for (const child of running) tell(child, signal);
  setTimeout(() => {
    for (const child of running) tell(child, "SIGKILL");
  }, graceMs).unref();
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function tell({ pid }, signal) {
  if (pid === undefined) return;
  try {
    process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    // The process has already ended.
  }
}
