import type { BoardDetail } from "@plumb/contract/projects/boards.ts";
import { useState } from "react";
import { BoardView } from "./board-view.tsx";
import { sampleBoard, samplePins } from "./sample-board.ts";
import { sampleProjectState } from "#lib/sample-project-state.ts";

function Example({ board: initial }: { readonly board: BoardDetail }) {
  const [board, setBoard] = useState(initial);
  const byOrder = (ids: readonly number[]) =>
    board.pins.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  return (
    <BoardView
      board={board}
      onEnter={() => undefined}
      onOrder={(ids) => setBoard({ ...board, pins: byOrder(ids) })}
      onRemove={(pin) => setBoard({ ...board, pins: board.pins.filter(({ id }) => id !== pin.id) })}
    />
  );
}

export const Several = () => <Example board={sampleBoard()} />;
export const OfAnother = () => (
  <Example board={sampleBoard({ own: false, editable: false, hiddenPins: 2, pins: samplePins([[2, "state"]]) })} />
);
export const OnlyHidden = () => <Example board={sampleBoard({ editable: false, pins: [], hiddenPins: 1 })} />;
export const Empty = () => <Example board={sampleBoard({ pins: [] })} />;

const empty = sampleProjectState({
  id: 3,
  name: "New one",
  suites: 0,
  latest: null,
  current: { totalReports: 0, totalTests: 0, passRate: null, avgDuration: null, timedReports: 0 },
  days: [],
});
const untimed = sampleProjectState({
  id: 6,
  name: "Untimed",
  current: { ...sampleProjectState().current, avgDuration: 0, timedReports: 0 },
});
export const WithoutRuns = () => (
  <Example
    board={sampleBoard({
      projects: [empty, untimed],
      pins: samplePins([
        [3, "state"],
        [3, "newCauses"],
        [3, "passRate"],
        [3, "duration"],
        [3, "reports"],
        [6, "duration"],
      ]),
    })}
  />
);

const hostile = "<img src=x onerror=\"document.title='pwned'\">".repeat(20);
const hostileProject = sampleProjectState({
  id: 4,
  name: hostile,
  newCauses: 9_999_999,
  newCause: {
    groupId: 9,
    error: hostile,
    firstRun: { id: 5, number: 9_999_999 },
    firstSeen: "2029-12-31T20:00:00.000Z",
  },
});
const rightToLeft = sampleProjectState({ id: 5, name: "مدفوعات المتجر" });
export const Hostile = () => (
  <Example
    board={sampleBoard({
      projects: [hostileProject, rightToLeft],
      pins: samplePins([
        [4, "state"],
        [4, "newCauses"],
        [5, "state"],
        [4, "flakyTests"],
      ]),
    })}
  />
);
