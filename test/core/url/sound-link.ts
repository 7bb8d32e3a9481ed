import { expect } from 'vitest';
import type { ReadLink } from '../../../src/core/url/canonical/link-layer.ts';
import { MAX_LAYERS } from '../../../src/core/url/read-link.ts';

/** Everything that holds for every link. */
export function expectSound(link: ReadLink, href: string): void {
  for (const { layer } of link.truncated) expect(link.layers[layer]).toBeDefined();
  const limits = link.truncated.map(({ limit }) => limit);
  expect(new Set(limits).size).toBe(limits.length);
  expect(link.layers.some(({ failure }) => failure === 'too-long')).toBe(limits.includes('length'));
  expect(link.layers.length).toBeGreaterThan(0);
  expect(link.layers.length).toBeLessThanOrEqual(MAX_LAYERS);
  expect(link.layers[0]?.url).toBe(href);
  expect(link.failure).toBe(link.layers[0]?.failure);
  link.layers.forEach((layer, index) => {
    expect(layer.parent === null).toBe(index === 0);
    expect(layer.wrapper === null).toBe(index === 0);
    if (layer.parent !== null) expect(layer.parent).toBeLessThan(index);
    // What was found in a layer, and was not inflated, is no longer than it.
    if (index > 0) expect(layer.url.length).toBeLessThanOrEqual(70_000);
    if (index > 0 && layer.host === null) expect(layer.failure).toBe(null);
    if (layer.failure !== null) expect(layer.canonical).toBe(null);
    expect(layer.pairs.length).toBeLessThanOrEqual(30);
    expect(layer.addresses.length).toBeLessThanOrEqual(30);
    if (layer.canonical !== null) expect(layer.canonical).toMatch(/^[!-~]+$/);
  });
}
