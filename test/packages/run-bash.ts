import { spawn } from 'node:child_process';

/** Runs a step of a job as hosting services do, beside the test, which may be its server. */
export function runBash(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  return new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const child = spawn('bash', ['-e', '-c', command], { cwd, env: { ...process.env, ...env } });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('close', (code) => resolve({ code, said }));
  });
}
