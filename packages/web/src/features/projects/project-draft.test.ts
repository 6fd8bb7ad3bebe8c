import { expect, test } from "vitest";
import { draftErrors, draftOf, editOf, emptyDraft, mergeDrafts, type ProjectDraft } from "./project-draft.ts";
import { sampleProject } from "./sample-project.ts";

const full: ProjectDraft = { ...emptyDraft, name: "Shop", description: "The shop" };

test.for([
  [{}, {}, "everything is said"],
  [{ name: " " }, { name: "Name is required" }, "a name of spaces is none"],
  [{ description: "" }, { description: "Description is required" }, "a description is needed"],
  ...["0", "366", "", "1.5", "ten", "-3"].map(
    (retentionDays) =>
      [
        { retentionDays },
        { retentionDays: "Retention days must be a number from 1 to 365" },
        `${retentionDays} days are not possible`,
      ] as const,
  ),
  [{ retentionDays: "365" }, {}, "a year is"],
  [{ mainBranches: " , " }, { mainBranches: "Enter at least one main branch" }, "a main branch is needed"],
] as const)("%j has the errors %j: %s", ([change, expected]) => {
  expect(draftErrors({ ...full, ...change })).toEqual(expected);
});

test("an edit contains its base version and only the changes", () => {
  const base = { ...sampleProject(), version: 3, updatedAt: "2030-01-01T00:00:00.000Z" };
  const draft = { ...draftOf(base), status: "inactive", retentionDays: "90" } as const;
  expect(editOf(base, draft)).toEqual({ status: "inactive", settings: { retentionDays: 90 }, version: 3 });
  expect(editOf(base, draftOf(base))).toEqual({ version: 3 });
  const branches = { ...draftOf(base), mainBranches: "main, release/1 " };
  expect(editOf(base, branches)).toEqual({ settings: { mainBranches: ["main", "release/1"] }, version: 3 });
});

test("only fields that both users changed differently are in conflict", () => {
  const mine = { ...full, name: "My shop", description: "Mine", type: "cypress" } as const;
  const theirs = { ...full, description: "Theirs", type: "cypress", status: "inactive" } as const;
  expect(mergeDrafts(full, mine, theirs)).toEqual({
    mine: { ...theirs, name: "My shop", description: "Mine" },
    theirs: { ...theirs, name: "My shop" },
    contested: ["description"],
    onlyTheirs: ["status"],
  });
});
