import { countText } from '../../node/terminal/numbers.ts';
import { writeFileWhole } from '../../node/write-file.ts';
import { readTextIfExists, type PublishedSerial } from '../state/state-folder.ts';

const HEADING = `# History

What was published in the first build of each month. The job adds a line, which also tells the service that runs it that
this repository is alive.

| month | serial | entries |
| --- | ---: | ---: |
`;

export async function addMonth(path: string, newest: PublishedSerial): Promise<boolean> {
  const month = new Date(newest.publishedAt * 1000).toISOString().slice(0, 7);
  const page = (await readTextIfExists(path)) ?? HEADING;
  if (page.includes(`\n| ${month} |`)) return false;
  const line = `| ${month} | ${newest.serial} | ${countText(newest.entries)} |\n`;
  await writeFileWhole(path, `${page.endsWith('\n') ? page : `${page}\n`}${line}`);
  return true;
}
