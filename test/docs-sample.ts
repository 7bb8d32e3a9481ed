import { readFileSync } from 'node:fs';

/**
 * A sample of a page of docs/, as whoever copies it has it.
 *
 * @param language - that it is marked as
 * @param mark - what stands in it and in no other of that language
 */
export function docsSample(page: string, language: string, mark: string): string {
  const text = readFileSync(`docs/${page}`, 'utf8');
  const found = [...text.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, its, body = '']) =>
    its === language && body.includes(mark) ? [body] : [],
  );
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${found.length} samples in ${language} of ${page} have ${mark}`);
  return only;
}
