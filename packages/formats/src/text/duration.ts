const tenYearsMs = 10 * 365 * 24 * 3_600_000;

/** Returns milliseconds; `null` for values that cannot be a duration: NaN, infinite, negative, over ten years, not a number. */
export function plausibleDurationMs(value: unknown): number | null {
  return typeof value === "number" && value >= 0 && value <= tenYearsMs ? value : null;
}

const iso = /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/;
const clock = /^(?:(?:(\d+)\.)?(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/;
/** Longer texts are not durations. */
const maxLength = 60;
const numberAndUnit = /([\d.,]+)\s*([a-zµμ]+)[\s,]*/gy;
const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  millis: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hrs: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
};

/**
 * Returns the `time` of a JUnit element in milliseconds; `null` if it is not usable.
 *
 * Plain numbers are seconds. If both a comma and a point occur, the last one is the decimal mark. A single comma is
 * the decimal mark (`0,5`), several are thousands separators, and so are spaces and apostrophes (`1 234,5`). ISO 8601
 * (`PT1.5S`), `hh:mm:ss`, `d.hh:mm:ss` and numbers with units (`80.8us`, `1m 2.5s`) are supported.
 */
export function parseTime(time: string | undefined): number | null {
  const text = time?.trim() ?? "";
  if (text === "" || text.length > maxLength) return null;
  const plain = Number(text);
  return Number.isNaN(plain) ? parseSpelled(westernNumber(text)) : plausibleDurationMs(toMs(plain));
}

function parseSpelled(text: string): number | null {
  if (/^[\d.,]+$/.test(text)) return plausibleDurationMs(toMs(localNumber(text)));
  const parts = iso.exec(text);
  if (parts !== null && text.length > 2) {
    const [, days, hours, minutes, seconds] = parts;
    return plausibleDurationMs(toMs(((num(days) * 24 + num(hours)) * 60 + num(minutes)) * 60 + num(seconds)));
  }
  const watch = clock.exec(text);
  if (watch !== null) {
    const [, days, hours, minutes, seconds] = watch;
    const full = ((num(days) * 24 + num(hours)) * 60 + num(minutes)) * 60;
    return plausibleDurationMs(toMs(full + num(seconds?.replace(",", "."))));
  }
  return withUnits(text.toLowerCase());
}

/** Returns the sum of numbers with units, such as `1h 2m 2.5s` of Go and Kotlin. */
function withUnits(text: string): number | null {
  let sum = 0;
  let end = 0;
  for (const [piece, number = "", unit = ""] of text.matchAll(numberAndUnit)) {
    sum += localNumber(number) * (unitMs[unit] ?? Number.NaN);
    end += piece.length;
  }
  return end === 0 || end < text.length ? null : plausibleDurationMs(Math.round(sum * 1_000_000) / 1_000_000);
}

/** Removes spaces and apostrophes between thousands, and replaces Arabic and Persian digits and marks. */
function westernNumber(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.charCodeAt(0) & 0xf) % 10))
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",")
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "");
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
  if (comma === -1) return Number(text.indexOf(".") === point ? text : text.replaceAll(".", ""));
  return Number(text.replaceAll(",", ""));
}
