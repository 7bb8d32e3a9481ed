/** Splits at LF alone, since an href may hold a CR. A last line without LF counts. */
export async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const chunk of input) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw new TypeError('an input stream gave neither text nor bytes');
    }
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** Reads arguments, or lines of standard input; with `jsonl` these are `{"href": …}`. */
export async function* hrefsFrom(
  args: readonly string[],
  input: AsyncIterable<unknown>,
  options: { readonly jsonl: boolean },
): AsyncGenerator<string> {
  if (args.length > 0) {
    yield* args;
    return;
  }
  let number = 0;
  for await (const line of linesOf(input)) {
    number++;
    if (!options.jsonl) {
      yield line;
      continue;
    }
    yield hrefOf(line, number);
  }
}

export class BadInputLine extends Error {}

function hrefOf(line: string, number: number): string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new BadInputLine(`Line ${number} of the input is not JSON.`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && 'href' in value && typeof value.href === 'string') {
    return value.href;
  }
  throw new BadInputLine(`Line ${number} of the input has no "href" that is a text.`);
}
