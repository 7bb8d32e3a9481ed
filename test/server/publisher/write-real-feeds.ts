import { writeFileSync } from 'node:fs';
import { realFeedsFile } from './real-feeds.ts';

// Writes the feeds.json of the real feeds: npx tsx test/server/publisher/write-real-feeds.ts FILE
const [, , file] = process.argv;
if (file === undefined) throw new RangeError('which file?');
writeFileSync(file, `${JSON.stringify(realFeedsFile(), null, 2)}\n`);
