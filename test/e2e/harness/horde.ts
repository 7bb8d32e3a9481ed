import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { missingPackages } from '../../../scripts/setup/debian.mjs';
import { HORDE } from '../../../scripts/setup/webmails.mjs';
import { hordeSettings, IMP_SETTINGS } from './horde-settings.ts';
import { command, startWebmail, type RealWebmail } from './mail-store.ts';

const INSTALLED = '/usr/share/horde';
const PACKAGED_SETTINGS = '/etc/horde';

/** Why it cannot run here, or null if it can. `npm test` installs what is missing. */
export function whyNoHorde(): string | null {
  if (process.getuid?.() !== 0) return 'Horde and Dovecot are started as root, and this is not root';
  const missing = missingPackages(HORDE.packages);
  return missing.length === 0 ? null : `missing: apt-get install ${missing.join(' ')}`;
}

export function startHorde(): Promise<RealWebmail> {
  return startWebmail((folder, imapPort, webPort) => {
    const home = `${folder}/horde`;
    const web = `${home}/web`;
    mkdirSync(home);
    copyHorde(web);
    for (const name of ['tmp', 'vfs']) mkdirSync(`${home}/${name}`);
    writeSettings(home, imapPort, webPort);
    command('chown', ['-R', 'www-data:www-data', home]);
    return {
      root: web,
      settings: {
        auto_prepend_file: `${home}/prepend.php`,
        'session.save_path': `${home}/tmp`,
        sys_temp_dir: `${home}/tmp`,
        error_log: `${home}/php.log`,
        // Horde 5 is older than this PHP, which has something to say about most of its files.
        error_reporting: '1',
        memory_limit: '256M',
      },
      env: { TMPDIR: `${home}/tmp` },
      logs: ['horde/horde.log', 'horde/php.log'],
    };
  });
}

/** A copy whose settings are its own: the packages' stay as they are, and two can run at once. */
function copyHorde(web: string): void {
  command('cp', ['-a', INSTALLED, web]);
  for (const name of ['config', 'static', 'imp/config']) rmSync(join(web, name), { recursive: true });
  // Links to the system's scripts are relative, and lead nowhere from here; some lead nowhere as they are.
  for (const entry of readdirSync(web, { recursive: true, withFileTypes: true })) {
    const link = join(entry.parentPath, entry.name);
    const original = join(INSTALLED, link.slice(web.length));
    if (!entry.isSymbolicLink() || !existsSync(original)) continue;
    rmSync(link);
    symlinkSync(realpathSync(original), link);
  }
  cpSync(`${PACKAGED_SETTINGS}/horde`, `${web}/config`, { recursive: true });
  cpSync(`${PACKAGED_SETTINGS}/imp`, `${web}/imp/config`, { recursive: true });
  mkdirSync(`${web}/static`);
}

function writeSettings(home: string, imapPort: number, webPort: number): void {
  const web = `${home}/web`;
  const write = (file: string, code: string): void => writeFileSync(`${home}/${file}`, `<?php\n${code}\n`);
  write('web/config/conf.php', `$conf = ${php(hordeSettings(home, webPort))};`);
  write(
    'web/config/registry.local.php',
    `$this->applications['horde'] = array_merge($this->applications['horde'], ${php({ webroot: '', fileroot: web, initial_page: 'imp/' })});`,
  );
  write('web/imp/config/conf.php', `$conf = ${php(IMP_SETTINGS)};`);
  const server = {
    hostspec: '127.0.0.1',
    port: imapPort,
    secure: false,
    hordeauth: false,
    name: 'local',
    maildomain: 'mail.test',
    smtp: { host: '127.0.0.1', port: 1 },
  };
  write(
    'web/imp/config/backends.local.php',
    `$servers['imap'] = array_merge($servers['imap'], ${php(server)});`,
  );
  // What most sites set: a message's HTML is shown, not offered as an attachment.
  write('web/imp/config/mime_drivers.local.php', `$mime_drivers['html']['inline'] = true;`);
  write('web/imp/config/prefs.local.php', `$_prefs['alternative_display']['value'] = 'html';`);
  write('prepend.php', PREPEND);
}

/** A value as PHP code. JSON needs no quoting in a nowdoc. */
function php(value: unknown): string {
  return `json_decode(<<<'JSON'\n${JSON.stringify(value)}\nJSON, true)`;
}

/**
 * Horde 5 calls a function that PHP 8 has no more. And its look at links asks the DNS about names in their texts, which
 * must stay inside the machine: no name exists.
 */
const PREPEND = `if (!function_exists('each')) {
  function each(&$array) {
    $key = key($array);
    if ($key === null) return false;
    $value = current($array);
    next($array);
    return [1 => $value, 'value' => $value, 0 => $key, 'key' => $key];
  }
}
class Net_DNS2_Resolver {
  function __construct($options = null) {}
  function setServers($servers) { return true; }
  function query($name, $type = 'A', $class = 'IN') { throw new Net_DNS2_Exception('no DNS in tests'); }
}`;
