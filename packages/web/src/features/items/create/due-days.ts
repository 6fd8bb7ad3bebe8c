import { dayMs } from "@plumb/contract/durations.ts";

/** Returns the days that a button sets: today, tomorrow and the next Friday after that. */
export function dueDays(today: string): readonly { readonly label: string; readonly day: string }[] {
  const start = Date.parse(`${today}T00:00:00Z`);
  const dayAfter = (days: number) => new Date(start + days * dayMs).toISOString().slice(0, 10);
  const friday = 5;
  const untilFriday = (friday - new Date(start).getUTCDay() + 7) % 7;
  return [
    { label: "Today", day: today },
    { label: "Tomorrow", day: dayAfter(1) },
    { label: "Friday", day: dayAfter(untilFriday < 2 ? untilFriday + 7 : untilFriday) },
  ];
}
