import { describe, expect, test } from 'vitest';
import { NO_CONTEXT, type MessageContext } from '../../../src/core/evidence/message-context.ts';
import { button, judged } from './a-message.ts';

const UNWANTED: MessageContext = { ...NO_CONTEXT, words: { channelName: 'Words' } };

describe('words that are those of unwanted mail', () => {
  const honest = {
    from: 'Brookfield Library <news@brookfield-library.org>',
    html: `<p>New books this month.</p>${button('https://brookfield-library.org/new', 'See them')}`,
  };

  test('words that are those of unwanted mail are named with whoever knows them, and never mark a message by themselves', () => {
    const { kind, points, reasons } = judged({ ...honest, context: UNWANTED });
    expect(kind).toBe('clear');
    expect(reasons).toContainEqual(
      expect.objectContaining({ id: 'E6', family: 'E', points: 3, values: ['Words'] }),
    );
    expect(points).toBeLessThan(8);
  });

  test('words that are those of unwanted mail are one observation together with the stems of words, so that both make no second family', () => {
    const offer = {
      from: 'Crypto <x@gmail.com>',
      subject: 'Your bitcoin wallet',
      html: `<p>Verify your bitcoin wallet now, urgent</p>${button('https://elsewhere-offers.org/x', 'Read')}`,
    };
    const before = judged(offer);
    const after = judged({ ...offer, context: UNWANTED });
    expect(after.reasons.some(({ family, id }) => family === 'E' && id !== 'E6')).toBe(true);
    expect(after.points).toBeGreaterThan(before.points);
    expect(after.isCarried).toBe(before.isCarried);
  });

  test('words that are those of unwanted mail make a mark of what was nearly one', () => {
    const nearly = {
      from: 'PayPal Service <x@brookfield-notice.net>',
      html: button('https://brookfield-notice.net/x', 'Read'),
    };
    expect(judged(nearly).isMarked).toBe(false);
    expect(judged({ ...nearly, context: UNWANTED }).isMarked).toBe(true);
  });
});
