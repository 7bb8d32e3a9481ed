/**
 * The core specs that most show a change in a folder of src: `npm run test:changed`. Of a file, the row with the longest
 * path that fits holds.
 */
export const REACHED_SPECS: Readonly<Record<string, readonly string[]>> = {
  'src/core': ['main-job'],
  'src/core/evidence': ['evidence'],
  'src/core/feed': ['device-lists'],
  'src/core/files': ['check-message'],
  'src/core/fingerprint': ['listed-texts'],
  'src/core/guard': ['device-lists'],
  'src/core/mail': ['check-message', 'mail-in-browsers'],
  'src/core/self-test': ['unknown-webmail'],
  'src/core/snapshot': ['first-list', 'bad-channel'],
  'src/core/url': ['hidden-destinations', 'main-job'],
  'src/core/verdict': ['main-job', 'click-guard'],
  'src/core/words': ['listed-texts'],
  'src/extension/background': ['main-job', 'tabs'],
  'src/extension/background/codes': ['qr-codes'],
  'src/extension/background/links': ['main-job', 'evidence', 'listed-senders'],
  'src/extension/background/lists': ['first-list', 'channels', 'bad-channel'],
  'src/extension/background/reader': ['pages', 'evidence'],
  'src/extension/background/tabs': ['tabs', 'adding-webmail', 'keys-and-menus'],
  'src/extension/codes': ['qr-codes'],
  'src/extension/content': ['main-job', 'changing-pages'],
  'src/extension/content/codes': ['qr-codes'],
  'src/extension/content/details': ['card', 'signs', 'buttons'],
  'src/extension/content/dom': ['click-guard', 'marks'],
  'src/extension/content/evidence': ['message-facts', 'evidence'],
  'src/extension/content/frame': ['small-frames', 'changing-pages'],
  'src/extension/content/guard': ['click-guard', 'hostile-mail'],
  'src/extension/content/hrefs': ['hostile-mail', 'unmarked-links'],
  'src/extension/content/marks': ['marks', 'drawing', 'unmarked-links'],
  'src/extension/content/messages': ['message-facts', 'changing-pages'],
  'src/extension/content/recognise': ['unknown-webmail'],
  'src/extension/content/webmail': ['main-job', 'webmail-fixtures'],
  'src/extension/mail': ['check-message'],
  'src/extension/pages': ['pages'],
  'src/extension/pages/check-message': ['check-message'],
  'src/extension/pages/first-aid': ['walk-pages'],
  'src/extension/pages/flagged': ['walk-popup'],
  'src/extension/pages/options': ['pages', 'walk-options'],
  'src/extension/pages/popup': ['walk-popup', 'tabs'],
  'src/extension/pages/question': ['walk-pages', 'question-window'],
  'src/extension/pages/welcome': ['first-minute', 'walk-welcome'],
  'src/extension/platform': ['storage-faults', 'pages'],
  'src/extension/protocol': ['main-job', 'pages'],
};

/** Most specs of a run. */
const MOST_SPECS = 3;

/** @param changed - paths from the project's folder */
export function specsOf(changed: readonly string[]): readonly string[] {
  const rows = Object.keys(REACHED_SPECS).toSorted((a, b) => b.length - a.length);
  const specs = changed.flatMap((file) => {
    const row = rows.find((folder) => file.startsWith(`${folder}/`));
    return row === undefined ? [] : (REACHED_SPECS[row] ?? []);
  });
  return [...new Set(specs)].slice(0, MOST_SPECS);
}
