// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

// happy-dom has none; the module asks for it when it is read.
vi.stubGlobal('SVGAElement', class extends SVGElement {});
const { nameAlone } = await import('../../../../src/extension/content/messages/message-head.ts');

test.each([
  ['empty brackets', '"Prize Center" <>', 'Prize Center'],
  ['quotes', "'Prize Center'", 'Prize Center'],
  ['nothing', 'Prize Center', 'Prize Center'],
])('the name of a sender that shows no address is free of what is around it: %s', (_, shown, name) => {
  expect(nameAlone(shown)).toBe(name);
});
