/** PLAN: the tables are being widened; the functions are settled. */

const SHORTENERS = new Set(
  'bit.ly t.co tinyurl.com goo.gl is.gd ow.ly buff.ly rebrand.ly cutt.ly lnkd.in'.split(' '),
);
const TRACKERS = new Set(
  'sendgrid.net list-manage.com rs6.net awstrack.me hubspotlinks.com mandrillapp.com klclick1.com'.split(' '),
);

/** The shortener `host` belongs to, or null: who follows such a link cannot know where it ends. */
export function shortenerOf(host: string): string | null {
  return lookUp(SHORTENERS, host);
}

/** The click tracker `host` belongs to, or null. */
export function trackerOf(host: string): string | null {
  return lookUp(TRACKERS, host);
}

function lookUp(table: ReadonlySet<string>, host: string): string | null {
  for (let name = host; ;) {
    if (table.has(name)) return name;
    const dot = name.indexOf('.');
    if (dot === -1) return null;
    name = name.slice(dot + 1);
  }
}
