const tenYearsMs = 10 * 365 * 24 * 3_600_000;

/** Returns milliseconds; `null` for values that cannot be a duration: NaN, infinite, negative, over ten years, not a number. */
export function plausibleDurationMs(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= tenYearsMs ? value : null;
}

const iso = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/;
const clock = /^(?:(?:(\d+)\.)?(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/;
const withUnit = /^([\d.]+)\s*(ms|s|m|h)$/;
const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Returns the `time` of a JUnit element in milliseconds; `null` if it is not usable.
 *
 * Plain numbers are seconds. If both a comma and a point occur, the last one is the decimal mark. A single comma is
 * the decimal mark (`0,5`), several are thousands separators. ISO 8601 (`PT1.5S`), `hh:mm:ss`, `d.hh:mm:ss` and numbers with a unit are
 * supported.
 */
export function parseTime(time: string | undefined): number | null {
  const text = time?.trim() ?? "";
  if (text === "") return null;
  const plain = Number(text);
  if (!Number.isNaN(plain)) return plausibleDurationMs(toMs(plain));
  if (/^[\d.,]+$/.test(text)) return plausibleDurationMs(toMs(localNumber(text)));
  const parts = iso.exec(text);
  if (parts !== null && text.length > 2) {
    const [, days, hours, minutes, seconds] = parts;
    return plausibleDurationMs(toMs(((num(days) * 24 + num(hours)) * 60 + num(minutes)) * 60 + num(seconds)));
  }
  const watch = clock.exec(text);
  if (watch !== null) {
    const [, days, hours, minutes, seconds] = watch;
    const whole = ((num(days) * 24 + num(hours)) * 60 + num(minutes)) * 60;
    return plausibleDurationMs(toMs(whole + num(seconds?.replace(",", "."))));
  }
  const unit = withUnit.exec(text);
  return unit === null ? null : plausibleDurationMs(Number(unit[1]) * (unitMs[unit[2] ?? ""] ?? Number.NaN));
}

function num(text: string | undefined): number {
  return text === undefined ? 0 : Number(text);
}

/** Rounds to microseconds, so that 1234.56 s is 1234560 ms and not 1234559.9999999998. */
function toMs(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1000;
}

function localNumber(text: string): number {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  const severalCommas = text.indexOf(",") !== comma;
  if (comma > point && !severalCommas) return Number(text.replaceAll(".", "").replace(",", "."));
  if (comma === -1) return Number(text.replaceAll(".", ""));
  return Number(text.replaceAll(",", ""));
}
