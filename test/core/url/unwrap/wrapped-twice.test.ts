import { expect, test } from 'vitest';
import { readLink } from '../../../../src/core/url/read-link.ts';
import { DESTINATION, DESTINATION_CANONICAL, WRAPPERS } from './wrapper-samples.ts';

test('any wrapper in any other is unwrapped', () => {
  for (const outer of WRAPPERS) {
    for (const inner of WRAPPERS) {
      const href = outer.wrap(inner.wrap(DESTINATION));
      if (!readLink(href).layers.some((layer) => layer.canonical === DESTINATION_CANONICAL)) {
        expect.fail(`${inner.name} in ${outer.name}: ${href}`);
      }
    }
  }
});
