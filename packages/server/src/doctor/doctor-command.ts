import { diagnose } from "./diagnose.ts";

/** `plumb-server doctor`: prints what the checks found. Returns 1 if one failed. */
export async function doctorCommand(args: readonly string[], version: string): Promise<number> {
  if (args.length > 0) throw new Error("Usage: plumb-server doctor");
  process.stdout.write(`Plumb ${version}, Node.js ${process.versions.node}, ${process.platform} ${process.arch}\n`);
  const findings = await diagnose(process.env);
  for (const { check, state, text } of findings) process.stdout.write(`${state.padEnd(8)} ${check}: ${text}\n`);
  return findings.some(({ state }) => state === "failed") ? 1 : 0;
}
