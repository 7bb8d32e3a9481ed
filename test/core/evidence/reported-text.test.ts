import { describe, expect, test } from 'vitest';
import { NO_CONTEXT, type MessageContext } from '../../../src/core/evidence/message-context.ts';
import { button, judged } from './a-message.ts';

const REPORTED: MessageContext = { ...NO_CONTEXT, listing: { channelName: 'Reports', isVouchedFor: true } };
const CROWD: MessageContext = { ...NO_CONTEXT, listing: { channelName: 'Reports', isVouchedFor: false } };

describe('a text that was reported', () => {
  const honest = {
    from: 'Brookfield Library <news@brookfield-library.org>',
    html: `<p>New books this month.</p>${button('https://brookfield-library.org/new', 'See them')}`,
  };

  test('a text that was reported never marks a message by itself: reports can be got up by anybody', () => {
    expect(judged({ ...honest, context: REPORTED })).toMatchObject({ kind: 'clear', asks: false });
    expect(judged({ ...honest, context: REPORTED }).reasons).toContainEqual(
      expect.objectContaining({ id: 'L1', family: 'L', points: 5, values: ['Reports'] }),
    );
  });

  test('a text that was reported is worth less where one crowd alone says it', () => {
    const { reasons } = judged({ ...honest, context: CROWD });
    expect(reasons.find(({ id }) => id === 'L1')?.points).toBe(3);
  });

  test('a text that was reported makes a mark of what was nearly one', () => {
    const nearly = {
      from: 'PayPal Service <x@brookfield-notice.net>',
      html: button('https://brookfield-notice.net/x', 'Read'),
    };
    expect(judged(nearly).isMarked).toBe(false);
    expect(judged({ ...nearly, context: REPORTED }).isMarked).toBe(true);
  });
});
