import { expect, test } from "vitest";
import { lossOf } from "./member-action.ts";
import { sampleMember } from "./sample-member.ts";

const ada = sampleMember({ id: 1, name: "Ada", role_key: "LEAD" });
const ben = sampleMember({ id: 2, name: "Ben", role_key: "LEAD" });
const eve = sampleMember({ id: 3, name: "Eve", role_key: "VIEWER" });
const noLead = "The project will have no lead, so only administrators can manage it.";

test.for([
  [eve, "USER", [ada, eve], null, "more rights cost nothing"],
  [eve, null, [ada, eve], "Eve will no longer see this project and its reports.", "a removal"],
  [ben, "USER", [ada, ben], "Ben will no longer manage this project.", "a lead that is not the last"],
  [ada, "USER", [ada, eve], `You will no longer manage this project. ${noLead}`, "oneself, the last lead"],
  [ben, null, [ben, eve], `Ben will no longer see this project and its reports. ${noLead}`, "the last lead"],
  [
    ben,
    "VIEWER",
    [{ ...ada, active: false }, ben],
    `Ben will no longer manage this project. ${noLead}`,
    "the other lead is deactivated",
  ],
] as const)("%o to %s: %o, %s (%s)", ([member, role, members, expected]) => {
  expect(lossOf({ member, role }, members, ada.id)).toBe(expected);
});
