import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { missingPackages } from '../../../scripts/setup/debian.mjs';
import { ROUNDCUBE, ROUNDCUBE_PLUGINS } from '../../../scripts/setup/webmails.mjs';
import { command, startWebmail, type RealWebmail } from './mail-store.ts';

export type Skin = 'elastic' | 'larry' | 'classic';

/** Of Debian's package `roundcube-plugins-extra`. */
export type Plugin = 'authres_status';

/** Why it cannot run here, or null if it can. `npm test` installs what is missing. */
export function whyNoRoundcube(plugins: readonly Plugin[] = []): string | null {
  if (process.getuid?.() !== 0) return 'Roundcube and Dovecot are started as root, and this is not root';
  const missing = missingPackages([
    ...ROUNDCUBE.packages,
    ...(plugins.length === 0 ? [] : ROUNDCUBE_PLUGINS.packages),
  ]);
  return missing.length === 0 ? null : `missing: apt-get install ${missing.join(' ')}`;
}

export function startRoundcube(
  skin: Skin = 'elastic',
  plugins: readonly Plugin[] = [],
): Promise<RealWebmail> {
  return startWebmail((folder, imapPort) => {
    const web = writeRoundcubeSettings(folder, imapPort, skin, plugins);
    return {
      root: '/var/lib/roundcube/public_html',
      settings: { 'session.save_path': `${web}/temp`, error_log: `${web}/logs/php.log` },
      env: { ROUNDCUBE_CONFIG_DIR: `${web}/config` },
      logs: ['roundcube/logs/errors.log', 'roundcube/logs/php.log'],
    };
  });
}

function writeRoundcubeSettings(
  folder: string,
  imapPort: number,
  skin: Skin,
  plugins: readonly Plugin[],
): string {
  const web = `${folder}/roundcube`;
  for (const name of ['config', 'temp', 'logs']) mkdirSync(`${web}/${name}`, { recursive: true });
  const settings: Record<string, string | number | boolean | readonly string[]> = {
    db_dsnw: `sqlite:///${web}/db.sqlite?mode=0640`,
    imap_host: `127.0.0.1:${imapPort}`,
    smtp_host: '127.0.0.1:1',
    des_key: 'webmail-test-key-24chars',
    product_name: 'Roundcube Webmail',
    plugins,
    skin,
    language: 'en_US',
    enable_spellcheck: false,
    // An answer is written in the editor for HTML.
    htmleditor: 1,
    temp_dir: `${web}/temp`,
    log_dir: `${web}/logs`,
    log_driver: 'file',
    ip_check: false,
    mime_types: '/etc/roundcube/mimetypes.php',
    refresh_interval: 60,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `$config['${name}'] = ${JSON.stringify(value)};`,
  );
  writeFileSync(`${web}/config/config.inc.php`, `<?php\n$config = [];\n${lines.join('\n')}\n`);
  for (const name of ['defaults.inc.php', 'mimetypes.php'])
    symlinkSync(`/etc/roundcube/${name}`, `${web}/config/${name}`);
  command('sh', ['-c', `sqlite3 '${web}/db.sqlite' < /usr/share/roundcube/SQL/sqlite.initial.sql`]);
  // Requests overlap: with a log, who reads does not wait for who writes.
  command('sqlite3', [`${web}/db.sqlite`, 'PRAGMA journal_mode = WAL']);
  command('chown', ['-R', 'www-data:www-data', web]);
  return web;
}
