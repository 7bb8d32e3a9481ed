import { InvalidArgumentError } from 'commander';

/**
 * Parses `1e7`, `10000000` and `10_000_000`.
 *
 * @throws InvalidArgumentError below `least` or above `most`
 */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === '' ? Number.NaN : Number(text.replaceAll('_', ''));
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`A whole number from ${least} to ${most} is needed.`);
    }
    return value;
  };
}

/** Parses `0.01`, `1e-2` and `1%`. */
export function fractionOf(text: string): number {
  const isPercent = text.trim().endsWith('%');
  const value = Number(text.replace(/%\s*$/, '')) / (isPercent ? 100 : 1);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError('A share above 0 and below 1 is needed.');
  return value;
}
