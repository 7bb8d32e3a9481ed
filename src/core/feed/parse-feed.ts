import { readAddressLine } from './address-line.ts';
import { readAdblockLine } from './adblock-line.ts';
import { CsvReader } from './csv-reader.ts';
import type { FeedLayout } from './feed-description.ts';
import { refused, type FeedLine } from './feed-line.ts';
import { readFingerprintLine } from './fingerprint-line.ts';
import { readHostsLine } from './hosts-line.ts';
import { JsonReader } from './json-reader.ts';
import { LineSplitter } from './line-splitter.ts';
import { readDomainListLine, readUrlListLine } from './plain-line.ts';
import { RpzReader } from './rpz-line.ts';

type ReadLine = (text: string, line: number, found: FeedLine[]) => void;

/**
 * Accepts chunks of any size, cut anywhere. Never throws. Memory is bounded by the chunk's length.
 *
 *      for await (const chunk of text) for (const line of parser.push(chunk)) …
 *      for (const line of parser.finish()) …
 */
export class FeedParser {
  readonly #reader: TextReader;

  constructor({ format, columns }: FeedLayout) {
    this.#reader = format === 'json' ? new JsonReader(columns) : new LineReader(readLineOf(format, columns));
  }

  push(chunk: string): readonly FeedLine[] {
    const found: FeedLine[] = [];
    this.#reader.push(chunk, found);
    return found;
  }

  finish(): readonly FeedLine[] {
    const found: FeedLine[] = [];
    this.#reader.finish(found);
    return found;
  }
}

interface TextReader {
  push(chunk: string, found: FeedLine[]): void;
  finish(found: FeedLine[]): void;
}

class LineReader implements TextReader {
  readonly #splitter: LineSplitter;
  #found: FeedLine[] = [];

  constructor(readLine: ReadLine) {
    this.#splitter = new LineSplitter((text, line, tooLong) => {
      if (tooLong) this.#found.push(refused(line, text, 'line-too-long'));
      else readLine(text, line, this.#found);
    });
  }

  push(chunk: string, found: FeedLine[]): void {
    this.#found = found;
    this.#splitter.push(chunk);
    this.#found = [];
  }

  finish(found: FeedLine[]): void {
    this.#found = found;
    this.#splitter.finish();
    this.#found = [];
  }
}

function readLineOf(format: Exclude<FeedLayout['format'], 'json'>, columns: FeedLayout['columns']): ReadLine {
  switch (format) {
    case 'url-list':
      return readUrlListLine;
    case 'domain-list':
      return readDomainListLine;
    case 'address-list':
      return readAddressLine;
    case 'fingerprint-list':
      return readFingerprintLine;
    case 'hosts':
      return readHostsLine;
    case 'adblock':
      return readAdblockLine;
    case 'csv': {
      const reader = new CsvReader(columns);
      return (text, line, found) => reader.line(text, line, found);
    }
    case 'rpz': {
      const reader = new RpzReader();
      return (text, line, found) => reader.line(text, line, found);
    }
  }
}
