import { expect, test } from 'vitest';
import { packagedTables } from '../../../src/core/evidence/evidence-tables.ts';
import { judgeMessage } from '../../../src/core/evidence/judge-message.ts';
import { NO_CONTEXT } from '../../../src/core/evidence/message-context.ts';

test('a message whose body nobody could see is unchecked, not clear', () => {
  const judged = judgeMessage({ head: null, body: null }, [], packagedTables(), NO_CONTEXT);
  expect(judged).toEqual({ kind: 'unchecked', asks: false, reasons: [], linkIndices: [] });
});
