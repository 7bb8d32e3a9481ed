import { describe, expect, test } from 'vitest';
import { PartState } from '../../../src/extension/pages/part-state.ts';

interface Ready {
  readonly kind: 'ready';
  readonly entries: readonly string[];
  readonly said: string;
}

function aPart(): { part: PartState<Ready, { kind: 'loading' | 'no-answer' }>; drawn: string[] } {
  const drawn: string[] = [];
  const part: PartState<Ready, { kind: 'loading' | 'no-answer' }> = new PartState(
    { kind: 'ready', entries: [], said: '' },
    { kind: 'loading' },
    () =>
      void drawn.push(
        part.now.kind === 'ready' ? `${part.now.entries.join()}: ${part.now.said}` : part.now.kind,
      ),
  );
  return { part, drawn };
}

describe('what a part of a page shows', () => {
  test('what a part of a page shows is that it waits, then what is kept, as the reader changes it', () => {
    const { part, drawn } = aPart();
    expect(part.now).toEqual({ kind: 'loading' });
    part.show({ entries: ['a', 'b'] });
    part.change({ said: 'one was added' });
    part.show({ entries: ['a', 'b', 'c'] });
    expect(drawn).toEqual(['a,b: ', 'a,b: one was added', 'a,b,c: one was added']);
  });

  test('what a part of a page shows does not forget what was said, or what is said meanwhile, while it cannot be shown', () => {
    const { part, drawn } = aPart();
    part.show({ entries: ['a'], said: 'one was removed' });
    part.showNot({ kind: 'no-answer' });
    expect(part.last).toMatchObject({ entries: ['a'], said: 'one was removed' });
    part.show({ entries: ['b'] });
    part.showNot({ kind: 'no-answer' });
    part.change({ said: 'another one was' });
    part.show({ entries: ['c'] });
    expect(drawn).toEqual([
      'a: one was removed',
      'no-answer',
      'b: one was removed',
      'no-answer',
      'no-answer',
      'c: another one was',
    ]);
  });
});
