import { isPublicKey } from '../../../core/snapshot/key-list.ts';
import { openChannel, type OpenedChannel } from './read-channel.ts';
import { readKeyFile } from '../keys/key-file.ts';
import { CommandFailed, orFail, type Terminal } from '../terminal/terminal.ts';
import { isFile } from '../is-file.ts';

export const PUBLIC_KEY_OPTION = '--public-key <key>';
export const PUBLIC_KEY_HELP =
  'public root key of the channel, or a key file that holds it; without it a local folder is held to its own key';

/** @returns null to verify a channel against its own key */
export async function rootKeyOf(
  publicKey: string | undefined,
  location: string,
  option = '--public-key',
): Promise<string | null> {
  if (publicKey === undefined) {
    if (!/^https?:\/\//i.test(location)) return null;
    throw new CommandFailed({
      kind: 'no-public-key',
      message: `${option} is needed for ${location}: whoever answers there could sign with a key of their own.`,
    });
  }
  if (isPublicKey(publicKey)) return publicKey;
  if (!(await isFile(publicKey))) {
    throw new CommandFailed({
      kind: 'bad-public-key',
      message: `${publicKey} is neither a public key (43 characters, as "spamlight keygen" prints it) nor a key file.`,
    });
  }
  const { root } = orFail(await readKeyFile(publicKey));
  if (root !== null) return root.x;
  throw new CommandFailed({ kind: 'bad-public-key', message: `${publicKey} holds no root key.` });
}

export async function channelOf(
  location: string,
  publicKey: string | undefined,
  terminal: Terminal,
): Promise<OpenedChannel> {
  const channel = orFail(await openChannel(location, await rootKeyOf(publicKey, location), terminal.now()));
  if (!channel.isPinned) {
    terminal.note(
      `${location}: not pinned: held to its own key, which shows only that its files belong together.`,
    );
  }
  return channel;
}
