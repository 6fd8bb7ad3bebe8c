import { Failure } from "#core/failure.ts";

/** Nothing is taken of a source after its last word. */
export function sourceEnded(): Failure {
  return new Failure(
    "conflict",
    "This reporter has completed its part of the run and cannot add to it. Nothing of this request was stored. Report with another clientId to add to the run.",
  );
}

export function noSource(): Failure {
  return new Failure("not_found", "This run has no such source. Open the run again to get the right one.");
}
