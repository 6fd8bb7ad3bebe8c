import type { ArtifactEvent, StdoutEvent } from "@plumb/contract/result-event.ts";
import { LongText } from "@plumb/contract/text/long-text.ts";
import { limits } from "@plumb/formats/limits.ts";
import { storable } from "#core/text.ts";
import { reportedArtifact, type ReportedContent } from "./reported-artifact.ts";

/** Output of a run outside its tests. */
export interface RunOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects the run's files and output outside its tests. `note` is called once for each kind that was cut. */
export function createRunParts(note: (reason: string) => void) {
  const output = { stdout: new LongText(limits.runOutput), stderr: new LongText(limits.runOutput) };
  let recorded = false;
  let files: ReportedContent[] = [];
  let fileCount = 0;
  return {
    print({ stream, text }: StdoutEvent): void {
      output[stream].add(text);
      if (!output[stream].isCut || recorded) return;
      recorded = true;
      note(
        `Output of the run longer than ${limits.runOutput.toLocaleString("en")} characters was cut: both ends were kept.`,
      );
    },
    attach(event: ArtifactEvent): void {
      fileCount += 1;
      if (fileCount <= limits.artifactsPerRun) files.push(reportedArtifact(event));
      else if (fileCount === limits.artifactsPerRun + 1)
        note(`Files of the run beyond ${limits.artifactsPerRun.toLocaleString("en")} were left out.`);
    },
    /** Returns the files since the last call. */
    takeFiles(): readonly ReportedContent[] {
      const taken = files;
      files = [];
      return taken;
    },
    output: (): RunOutput => ({
      stdout: storable(output.stdout.toString()),
      stderr: storable(output.stderr.toString()),
    }),
  };
}
