// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { redraw } from '../../src/pages/redraw.ts';
import { welcomeView } from '../../src/pages/welcome/welcome-view.ts';
import { byRole, textOf } from './by-role.ts';
import { aChannel, contextIn } from './page-tools.ts';

function draw(
  ...[state]: Parameters<typeof welcomeView> extends [infer State, ...unknown[]] ? [State] : never
): void {
  redraw(document.body, ...welcomeView(state, { openOptions: () => undefined }, contextIn()));
}

beforeEach(() => draw({ channels: [aChannel()] }));

describe('the welcome page', () => {
  test('shows one flagged link, whose reason a screen reader hears with it', () => {
    const link = byRole(document, 'link');
    const description = (link.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => textOf(document.getElementById(id)));
    expect(description).toEqual([
      'Danger: listed as phishing',
      'Listed as phishing: a page that imitates another one to get passwords or money.',
    ]);
  });

  test('leads nowhere: the example is reserved, and does not open', () => {
    const link = byRole(document, 'link');
    expect(new URL(link.getAttribute('href') ?? '').hostname).toMatch(/\.example$/);
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
  });

  test('says what it cannot do, and that a badge is a forgery', () => {
    const text = textOf(document.body);
    expect(text).toContain('a link without a mark is not a safe link');
    expect(text).toContain('A “safe” badge in a message is a forgery');
  });

  test('says the state of the list', () => {
    expect(textOf(document.body)).toContain('List from today, 13:05; next look 14:05.');
    draw({ channels: [] });
    expect(textOf(document.body)).toContain('There is no list at all, so no link is checked.');
  });
});
