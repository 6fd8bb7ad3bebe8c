import { ApiError } from "#core/api-error.ts";

/** A completed source accepts no more data. */
export function sourceEnded(): ApiError {
  return new ApiError(
    "conflict",
    "This reporter has completed its part of the run and cannot add to it. Nothing of this request was stored. Report with another clientId to add to the run.",
  );
}

export function noSource(): ApiError {
  return new ApiError("not_found", "This run has no such source. Open the run again to get the right one.");
}
