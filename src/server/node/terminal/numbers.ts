const THOUSANDS = new Intl.NumberFormat('en');

export function countText(count: number): string {
  return THOUSANDS.format(count);
}

export function pluralize(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`;
}

/** Decimal units: `4.1 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 'B';
  for (const next of units) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `2026-11-20 18:15 UTC`. @param time - Unix seconds */
export function timeText(time: number): string {
  const date = new Date(time * 1000);
  if (Number.isNaN(date.getTime())) return 'at no valid time';
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Small shares keep two significant digits. */
export function shareText(share: number): string {
  if (share === 0) return '0 %';
  const percent = share * 100;
  if (percent >= 99.95) return `${Math.round(percent)} %`;
  if (percent >= 0.1) return `${percent.toFixed(1)} %`;
  return `${percent.toPrecision(2)} %`;
}
