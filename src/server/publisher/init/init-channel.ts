import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import publicFeeds from '../../../../feeds/public-feeds.json' with { type: 'json' };
import { fail, ok, type Result } from '../../../core/result.ts';
import { makeKeyPair, writeKeyFile } from '../../node/keys/key-file.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { rootFingerprint } from '../keys/root-fingerprint.ts';
import { signKeyList } from '../keys/sign.ts';
import { namesIn } from '../state/state-folder.ts';
import { GITIGNORE, githubWorkflow, gitlabPipeline, readme, type ReadmeFacts } from './init-files.ts';

/** Seconds until the root key must sign the job's key again. */
const KEY_LIST_SECONDS = 365 * 86_400;

/**
 * Licences that permit publication, also for money, and ask at most for credit. Other feeds get `"enabled": false`: the
 * publisher must judge their terms.
 */
const FREE_LICENCES: ReadonlySet<string> = new Set(['CC0-1.0', 'MIT', 'Apache-2.0']);

export interface MadeChannel {
  readonly folder: string;
  readonly rootKeyFile: string;
  readonly rootKey: string;
  readonly feeds: number;
  /** Whether `spamlight.mjs` was copied into the folder; false if this code runs from another file. */
  readonly hasCommand: boolean;
}

/**
 * Overwrites nothing.
 *
 * @param repository - the future remote; null if unknown
 */
export async function initChannel(
  given: string,
  channel: string,
  now: number,
  repository: ReadmeFacts['repository'],
): Promise<Result<MadeChannel, ExplainedFailure>> {
  const folder = resolve(given);
  if ((await namesIn(folder)).some((name) => name !== '.git')) {
    return fail({ kind: 'not-empty', message: `${given} is not empty, and is left as it is.` });
  }
  await mkdir(folder, { recursive: true });
  const rootKeyFile = join(dirname(folder), `${basename(folder)}-root-key.json`);
  const root = await makeKeyPair();
  const snapshot = await makeKeyPair();
  const written = await writeKeyFile(rootKeyFile, {
    format: 1,
    channel,
    root,
    snapshot: null,
    keyList: null,
  });
  if (!written.ok) return written;
  const keys = [{ kid: snapshot.kid, publicKey: snapshot.x }];
  const keyList = await signKeyList({ number: now, channel, expiresAt: now + KEY_LIST_SECONDS, keys }, root);
  const snapshotFile = join(folder, 'snapshot-key.json');
  const kept = await writeKeyFile(snapshotFile, { format: 1, channel, root: null, snapshot, keyList });
  if (!kept.ok) return kept;

  const feeds = publicFeeds.feeds.map((feed) =>
    FREE_LICENCES.has(feed.licence) ? feed : { ...feed, enabled: false },
  );
  const used = feeds.filter((feed) => !('enabled' in feed) || feed.enabled);
  const files: readonly (readonly [string, string])[] = [
    ['.gitignore', GITIGNORE],
    ['feeds.json', `${JSON.stringify({ ...publicFeeds, $schema: undefined, feeds }, null, 2)}\n`],
    ['.github/workflows/publish.yml', githubWorkflow(root.x)],
    ['.gitlab-ci.yml', gitlabPipeline(root.x)],
    [
      'README.md',
      readme({
        channel,
        rootKey: root.x,
        fingerprint: rootFingerprint(root.x),
        rootKeyFile: basename(rootKeyFile),
        repository,
        feeds: used,
      }),
    ],
  ];
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFileWhole(join(folder, name), content);
  }
  const command = fileURLToPath(import.meta.url);
  const hasCommand = basename(command) === 'spamlight.mjs';
  if (hasCommand) await copyFile(command, join(folder, 'spamlight.mjs'));
  return ok({ folder, rootKeyFile, rootKey: root.x, feeds: used.length, hasCommand });
}
