// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { el } from '../../../src/extension/pages/element.ts';
import { redraw } from '../../../src/extension/pages/redraw.ts';

const root = el('div');

beforeEach(() => {
  root.replaceChildren();
  document.body.replaceChildren(root);
});

function keyed(key: string, text = key): HTMLElement {
  return el('p', { 'data-key': key }, text);
}

describe('redraw', () => {
  test('redraw keeps the elements that are drawn again', () => {
    redraw(root, el('p', {}, 'one'), el('button', {}, 'two'));
    const [first, second] = root.children;
    redraw(root, el('p', {}, 'one, changed'), el('button', { title: 'new' }, 'two'));
    expect([...root.children]).toEqual([first, second]);
    expect(first?.textContent).toBe('one, changed');
    expect(second?.getAttribute('title')).toBe('new');
  });

  test('redraw leaves the focus where it is while everything around it changes', () => {
    const draw = (before: number): void =>
      redraw(
        root,
        ...Array.from({ length: before }, (_, index) => keyed(`row ${index}`)),
        el('button', { id: 'stay' }, 'Stay'),
      );
    draw(3);
    document.getElementById('stay')?.focus();
    for (const before of [0, 5, 1]) {
      draw(before);
      expect(document.activeElement?.id).toBe('stay');
    }
  });

  test('redraw leaves what was typed, until the field gets another key', () => {
    const field = (key: string): HTMLElement =>
      el('form', { 'data-key': key }, el('input', { type: 'text' }));
    redraw(root, field('one'));
    const input = root.querySelector('input');
    if (input !== null) input.value = 'half a word';
    redraw(root, field('one'));
    expect(root.querySelector('input')?.value).toBe('half a word');
    redraw(root, field('two'));
    expect(root.querySelector('input')?.value).toBe('');
  });

  test('redraw lets the newest listener answer on a kept element', () => {
    const heard: number[] = [];
    redraw(root, el('button', { onclick: () => heard.push(1) }));
    redraw(root, el('button', { onclick: () => heard.push(2) }));
    root.querySelector('button')?.click();
    expect(heard).toEqual([2]);
  });

  test('redraw drops the listener of an element that has none any more', () => {
    let heard = 0;
    redraw(root, el('button', { onclick: () => (heard += 1) }));
    redraw(root, el('button', {}));
    root.querySelector('button')?.click();
    expect(heard).toBe(0);
  });

  test('redraw takes over what is checked and chosen', () => {
    const draw = (on: boolean): void =>
      redraw(
        root,
        el('input', { type: 'checkbox', checked: on }),
        el(
          'select',
          {},
          el('option', { value: 'a', selected: on }),
          el('option', { value: 'b', selected: !on }),
        ),
      );
    draw(true);
    draw(false);
    expect(root.querySelector('input')?.checked).toBe(false);
    expect(root.querySelector('select')?.value).toBe('b');
  });

  test('redraw leaves what the reader has chosen, until something else is drawn', () => {
    const draw = (drawn: 'a' | 'b', words: string): void =>
      redraw(
        root,
        el('p', {}, words),
        el(
          'form',
          {},
          el(
            'select',
            {},
            ...['a', 'b', 'c'].map((value) => el('option', { value, selected: value === drawn })),
          ),
          el('input', { type: 'checkbox', checked: drawn === 'a' }),
        ),
      );
    draw('a', 'first');
    const select = root.querySelector('select');
    const box = root.querySelector('input');
    if (select !== null) select.value = 'c';
    if (box !== null) box.checked = false;
    draw('a', 'second');
    expect([select?.value, box?.checked]).toEqual(['c', false]);
    if (box !== null) box.checked = true;
    draw('b', 'third');
    expect([select?.value, box?.checked]).toEqual(['b', false]);
  });

  test('redraw leaves open what the reader has opened', () => {
    const more = (): HTMLElement => el('details', {}, el('summary', {}, 'More'));
    redraw(root, more());
    root.querySelector('details')?.setAttribute('open', '');
    redraw(root, more());
    expect(root.querySelector('details')?.hasAttribute('open')).toBe(true);
  });

  test('redraw takes away attributes that are not drawn any more', () => {
    redraw(root, el('p', { 'aria-invalid': 'true' }));
    redraw(root, el('p'));
    expect(root.querySelector('p')?.hasAttribute('aria-invalid')).toBe(false);
  });

  test('always ends with exactly what was drawn, keeping every keyed element', () => {
    const rows = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    fc.assert(
      fc.property(rows, rows, fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ''), (before, after, focused) => {
        root.replaceChildren();
        redraw(root, ...before.map((key) => el('button', { id: key }, key)));
        const kept = new Map([...root.children].map((child) => [child.id, child]));
        kept.get(focused)?.dispatchEvent(new Event('focus'));
        if (kept.get(focused) instanceof HTMLElement) document.getElementById(focused)?.focus();
        redraw(root, ...after.map((key) => el('button', { id: key }, `${key}!`)));
        expect([...root.children].map((child) => child.textContent)).toEqual(after.map((key) => `${key}!`));
        for (const child of root.children) {
          if (kept.has(child.id)) expect(child).toBe(kept.get(child.id));
        }
      }),
      { numRuns: 300 },
    );
  });
});
