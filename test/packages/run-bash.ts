import { once } from 'node:events';
import { startProgram } from '../../scripts/setup/start-program.mjs';

/** Runs a step of a job as hosting services do, beside the test, which may be its server. It ends with the test. */
export async function runBash(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const settings = { cwd, env: { ...process.env, ...env }, stdout: 'pipe', stderr: 'pipe' } as const;
  const child = startProgram('bash', ['-e', '-c', command], settings);
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  let said = '';
  for (const stream of streams) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await Promise.all(streams.map((stream) => once(stream, 'end')));
  return { code: await child.exited, said };
}
