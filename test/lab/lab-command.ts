import { runLab } from '../../lab/run-lab.ts';

export interface Ran {
  readonly code: number;
  readonly out: readonly string[];
  readonly notes: readonly string[];
}

export async function lab(...args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const notes: string[] = [];
  const code = await runLab(args, {
    out(line) {
      out.push(line);
      return Promise.resolve();
    },
    note: (line) => void notes.push(line),
  });
  return { code, out, notes };
}
