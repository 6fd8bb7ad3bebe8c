import type { BoardDetail, BoardPin } from "@plumb/contract/projects/boards.ts";
import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { sampleProjectState, sampleRun } from "#lib/sample-project-state.ts";

const failing = sampleRun({ id: 6, number: 411, testSuite: "api", status: "failed", passed: 236, failed: 3 });
const payments = sampleProjectState({
  name: "Payments",
  failingSuites: 1,
  failing,
  newCauses: 2,
  newCause: {
    groupId: 9,
    error: "expect(locator).toHaveText(expected) failed: “Pay now” is “Loading…”",
    firstRun: { id: 5, number: 410 },
    firstSeen: "2029-12-31T20:00:00.000Z",
  },
  flakyTests: 4,
});
const storefront = sampleProjectState({ id: 2, name: "Storefront" });

/** Pins with the ids 1, 2 and so on. */
export function samplePins(pins: readonly (readonly [projectId: number, kind: BoardPin["kind"]])[]): BoardPin[] {
  return pins.map(([projectId, kind], index) => ({ id: index + 1, projectId, kind }));
}

/** Returns a board for stories. */
export function sampleBoard(changes: Partial<BoardDetail> = {}): BoardDetail {
  const projects: readonly ProjectState[] = [payments, storefront];
  return {
    id: 1,
    name: "Release checks",
    shared: true,
    own: true,
    owner: "Ada",
    editable: true,
    pins: samplePins([
      [1, "state"],
      [1, "newCauses"],
      [1, "passRate"],
      [2, "state"],
      [2, "passRate"],
      [2, "duration"],
      [1, "flakyTests"],
      [2, "tests"],
    ]),
    projects: [...projects],
    hiddenPins: 0,
    ...changes,
  };
}
