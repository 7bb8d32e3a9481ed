// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { el } from '../../../src/extension/pages/element.ts';
import { goToFirstAddress, optionsFrame } from '../../../src/extension/pages/options/options-frame.tsx';
import { pageContext } from '../../../src/extension/pages/page-context.ts';
import { textsIn } from './page-texts.ts';

beforeEach(() => {
  const { nodes, bodies } = optionsFrame(pageContext(textsIn('en'), 0));
  document.body.replaceChildren(...nodes);
  bodies.get('device-lists')?.append(el('input', { id: 'field' }));
  location.hash = '';
});

test('once everything is loaded, the focus goes to the section in the address', () => {
  location.hash = '#device-lists';
  goToFirstAddress();
  expect(document.activeElement?.id).toBe('device-lists-title');
});

test('a page keeps the focus in a field that the reader has focused while the rest was loading', () => {
  location.hash = '#device-lists';
  document.getElementById('field')?.focus();
  goToFirstAddress();
  expect(document.activeElement?.id).toBe('field');
});

test('a page without a section in its address moves no focus', () => {
  goToFirstAddress();
  expect(document.activeElement).toBe(document.body);
});
