import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { toHeadPayload, verifyHead } from '../../../src/core/snapshot/channel-head.ts';
import { decodeHourFile, encodeHourFile } from '../../../src/core/snapshot/hour-file.ts';
import { checkMirrors } from '../../../src/core/snapshot/mirrors.ts';
import { verifyKeyList } from '../../../src/core/snapshot/verify-index.ts';
import { signHead, signKeyList } from '../../../src/server/publisher/keys/sign.ts';
import golden from '../../vectors/golden-head.json' with { type: 'json' };

const NOW = 1_790_003_600;
const pair = { kty: 'OKP', crv: 'Ed25519' } as const;

function hexFile(name: string): Uint8Array {
  const text = readFileSync(fileURLToPath(new URL(`../../vectors/${name}`, import.meta.url)), 'utf8');
  return Uint8Array.from(Buffer.from(text.replaceAll(/#.*$/gm, '').replaceAll(/\s/g, ''), 'hex'));
}

const trust = { rootKeys: [golden.root.x], channel: 'golden', minKeyListNumber: 3 };

describe('the golden files of a head, its keys and an hour', () => {
  test('the golden key list names the snapshot key and two mirrors, of which one is asked', async () => {
    const list = await verifyKeyList(golden.keyListJws, trust, NOW);
    expect(list).toEqual({ ok: true, value: { ...golden.keyList, rootKey: golden.root.x } });
    expect(checkMirrors(golden.keyList.mirrors, 'https://golden.example/')).toEqual([
      { url: 'https://mirror.example/lists/', refusal: null },
      { url: 'http://not-https.example/', refusal: 'not-https' },
    ]);
  });

  test('the golden head is signed by the snapshot key, and says what the file describes', async () => {
    expect(await verifyHead(golden.headJws, golden.keyList)).toEqual({ ok: true, value: golden.head });
    const payload = Buffer.from(golden.headJws.split('.')[1] ?? '', 'base64url').toString();
    expect(payload).toBe(JSON.stringify(toHeadPayload(golden.head, 'golden')));
  });

  test('the golden head and key list are signed to the same bytes again: Ed25519 needs no randomness', async () => {
    expect(await signHead(golden.head, 'golden', { ...pair, ...golden.snapshotKey })).toBe(golden.headJws);
    expect(await signKeyList(golden.keyList, { ...pair, ...golden.root, kid: '' })).toBe(golden.keyListJws);
  });

  test('the golden hour file holds the golden delta, and is written to the same bytes again', () => {
    const bytes = hexFile('golden-hour-8-8.slh.hex');
    const delta = hexFile('golden-delta-7-8.sld.hex');
    const read = decodeHourFile(bytes);
    expect(read).toEqual({ ok: true, value: { last: 8, to: 8, deltas: [{ from: 7, bytes: delta }] } });
    if (read.ok) expect(encodeHourFile(read.value)).toEqual(bytes);
    expect(delta.length).toBe(golden.head.deltas[0]?.bytes);
  });
});
