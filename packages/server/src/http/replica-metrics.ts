import { Counter, Gauge, type Registry } from "prom-client";
import { readTargets, type ReadRouter } from "#core/read-router.ts";

/** Adds metrics of the read replica, if there is one. */
export function registerReplicaMetrics(registry: Registry, reads: ReadRouter): void {
  if (reads.status() === null) return;
  const registers = [registry];
  const used = new Gauge({
    name: "plumb_read_replica_used",
    help: "1 if reads run on the read replica, 0 if it cannot be reached or is too far behind",
    registers,
    collect() {
      used.set(reads.status()?.state === "used" ? 1 : 0);
    },
  });
  const lag = new Gauge({
    name: "plumb_read_replica_lag_seconds",
    help: "How far the read replica is behind; missing while it cannot be reached",
    registers,
    collect() {
      lag.remove();
      const seconds = reads.status()?.lagSeconds ?? null;
      if (seconds !== null) lag.set(seconds);
    },
  });
  const total = new Counter({
    name: "plumb_reads_total",
    help: "Reads that could use the read replica, by where they ran: on the replica, or on the primary for one of these reasons",
    labelNames: ["target"],
    registers,
    collect() {
      total.reset();
      for (const target of readTargets) total.inc({ target }, reads.status()?.reads[target] ?? 0);
    },
  });
}
