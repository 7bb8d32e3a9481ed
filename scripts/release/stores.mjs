// Errors are in the store's words; secrets are never printed.
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {Record<string, string | undefined>} Secrets
 * @typedef {{base?: string, tokenBase?: string, pollMs?: number, polls?: number}} StoreOptions - for tests
 */

/**
 * @typedef {object} Answer - of any store
 * @property {string} [access_token]
 * @property {string} [uploadState]
 * @property {string} [lastAsyncUploadState]
 * @property {string} [state]
 * @property {string} [status]
 * @property {string} [message]
 * @property {unknown[]} [errors]
 * @property {string} [uuid]
 * @property {boolean} [processed]
 * @property {boolean} [valid]
 * @property {{messages?: unknown[]}} [validation]
 */

export class StoreRefused extends Error {
  /** @override */
  name = 'StoreRefused';
}

/** If one is missing, nothing is uploaded. */
export const SECRETS = {
  chrome: [
    'CHROME_CLIENT_ID',
    'CHROME_CLIENT_SECRET',
    'CHROME_REFRESH_TOKEN',
    'CHROME_PUBLISHER_ID',
    'CHROME_ITEM_ID',
  ],
  edge: ['EDGE_CLIENT_ID', 'EDGE_API_KEY', 'EDGE_PRODUCT_ID'],
  firefox: ['AMO_KEY', 'AMO_SECRET', 'FIREFOX_ID'],
};

/** @typedef {keyof typeof SECRETS} Store */

/** @param {Store} store @param {Secrets} env */
export function missingSecrets(store, env) {
  return SECRETS[store].filter((name) => (env[name] ?? '') === '');
}

/**
 * Chrome Web Store API v2: https://developer.chrome.com/docs/webstore/api/reference/rest
 *
 * @param {Uint8Array} zip
 * @param {Secrets} env
 * @param {StoreOptions} [options]
 */
export async function uploadToChrome(zip, env, options = {}) {
  const { base = 'https://chromewebstore.googleapis.com', tokenBase = 'https://oauth2.googleapis.com' } =
    options;
  const token = await answer('The sign-in at Google', `${tokenBase}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: env['CHROME_CLIENT_ID'] ?? '',
      client_secret: env['CHROME_CLIENT_SECRET'] ?? '',
      refresh_token: env['CHROME_REFRESH_TOKEN'] ?? '',
      grant_type: 'refresh_token',
    }),
  });
  const headers = { Authorization: `Bearer ${token.json.access_token}` };
  const item = `publishers/${env['CHROME_PUBLISHER_ID']}/items/${env['CHROME_ITEM_ID']}`;
  const uploaded = await answer('The Chrome Web Store', `${base}/upload/v2/${item}:upload`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/zip' },
    body: new Blob([new Uint8Array(zip)]),
  });
  let state = uploaded.json.uploadState;
  for (let poll = 0; state === 'IN_PROGRESS' && poll < (options.polls ?? 60); poll++) {
    await wait(options.pollMs ?? 5000);
    state = (await answer('The Chrome Web Store', `${base}/v2/${item}:fetchStatus`, { headers })).json
      .lastAsyncUploadState;
  }
  if (state !== 'SUCCEEDED')
    throw new StoreRefused(`The Chrome Web Store did not take the package (${state}).`);
  const published = await answer('The Chrome Web Store', `${base}/v2/${item}:publish`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  });
  return `Chrome Web Store: ${published.json.state ?? 'submitted'}`;
}

/**
 * Microsoft Edge Add-ons API v1.1: https://learn.microsoft.com/microsoft-edge/extensions/publish/api/using-addons-api
 *
 * @param {Uint8Array} zip
 * @param {Secrets} env
 * @param {StoreOptions} [options]
 */
export async function uploadToEdge(zip, env, options = {}) {
  const { base = 'https://api.addons.microsoftedge.microsoft.com' } = options;
  const headers = {
    Authorization: `ApiKey ${env['EDGE_API_KEY']}`,
    'X-ClientID': env['EDGE_CLIENT_ID'] ?? '',
  };
  const product = `${base}/v1/products/${env['EDGE_PRODUCT_ID']}`;
  const uploaded = await answer('Edge Add-ons', `${product}/submissions/draft/package`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/zip' },
    body: new Blob([new Uint8Array(zip)]),
  });
  await edgeDone(`${product}/submissions/draft/package/operations/${uploaded.location}`, headers, options);
  const published = await answer('Edge Add-ons', `${product}/submissions`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ notes: 'The source is public; docs/store.md in it has what a reviewer needs.' }),
  });
  await edgeDone(`${product}/submissions/operations/${published.location}`, headers, options);
  return 'Edge Add-ons: submitted';
}

/** @param {string} url @param {Record<string, string>} headers @param {StoreOptions} options */
async function edgeDone(url, headers, { pollMs = 5000, polls = 60 }) {
  for (let poll = 0; poll < polls; poll++) {
    const { json } = await answer('Edge Add-ons', url, { headers });
    if (json.status === 'Succeeded') return;
    if (json.status !== 'InProgress')
      throw new StoreRefused(
        `Edge Add-ons did not take it (${json.status}): ${json.message ?? ''} ${JSON.stringify(json.errors ?? [])}`,
      );
    await wait(pollMs);
  }
  throw new StoreRefused('Edge Add-ons did not finish in time: see its dashboard.');
}

/**
 * addons.mozilla.org API v5: https://mozilla.github.io/addons-server/topics/api/addons.html
 *
 * @param {Uint8Array} zip
 * @param {Secrets} env
 * @param {StoreOptions & {source: Uint8Array}} options - `source`: for reviewers
 */
export async function uploadToFirefox(zip, env, options) {
  const { base = 'https://addons.mozilla.org', pollMs = 5000, polls = 120 } = options;
  const form = new FormData();
  form.append('upload', new Blob([new Uint8Array(zip)]), 'spamlight.zip');
  form.append('channel', 'listed');
  const headers = () => ({ Authorization: `JWT ${amoToken(env)}` });
  const { json: upload } = await answer('addons.mozilla.org', `${base}/api/v5/addons/upload/`, {
    method: 'POST',
    headers: headers(),
    body: form,
  });
  let seen = upload;
  for (let poll = 0; seen.processed !== true && poll < polls; poll++) {
    await wait(pollMs);
    seen = (
      await answer('addons.mozilla.org', `${base}/api/v5/addons/upload/${upload.uuid}/`, {
        headers: headers(),
      })
    ).json;
  }
  if (seen.valid !== true)
    throw new StoreRefused(
      `addons.mozilla.org did not take the package: ${JSON.stringify(seen.validation?.messages?.slice(0, 5) ?? 'it was not processed in time')}`,
    );
  const version = new FormData();
  version.append('upload', upload.uuid ?? '');
  version.append('source', new Blob([new Uint8Array(options.source)]), 'source.zip');
  const id = encodeURIComponent(env['FIREFOX_ID'] ?? '');
  await answer('addons.mozilla.org', `${base}/api/v5/addons/addon/${id}/versions/`, {
    method: 'POST',
    headers: headers(),
    body: version,
  });
  return 'addons.mozilla.org: submitted';
}

/** Valid for four minutes; five are allowed. @param {Secrets} env */
function amoToken(env) {
  const now = Math.floor(Date.now() / 1000);
  const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: env['AMO_KEY'], jti: randomUUID(), iat: now, exp: now + 240 })}`;
  return `${text}.${createHmac('sha256', env['AMO_SECRET'] ?? '')
    .update(text)
    .digest('base64url')}`;
}

/**
 * @param {string} who
 * @param {string} url
 * @param {RequestInit} request
 * @returns {Promise<{json: Answer, location: string}>}
 */
async function answer(who, url, request) {
  let response;
  try {
    response = await fetch(url, { ...request, redirect: 'error', signal: AbortSignal.timeout(300_000) });
  } catch (error) {
    throw new StoreRefused(
      `${who} could not be reached: ${error instanceof Error ? error.message : 'no answer'}.`,
    );
  }
  const text = await response.text();
  if (!response.ok)
    throw new StoreRefused(`${who} answered with status ${response.status}: ${text.slice(0, 500)}`);
  const location = response.headers.get('location') ?? '';
  try {
    return { json: text === '' ? {} : JSON.parse(text), location };
  } catch {
    throw new StoreRefused(`${who} gave an answer that is not JSON.`);
  }
}
