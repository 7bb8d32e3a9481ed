import { createServer } from 'node:http';
import { onLoopback } from '../loopback.ts';

export interface StoredIssue {
  readonly number: number;
  readonly login: string;
  title: string;
  body: string;
  isOpen: boolean;
  readonly comments: string[];
}

export interface IssueHost {
  /** For `--github` or `--gitlab`. */
  readonly address: string;
  readonly issues: StoredIssue[];
  /** Each request, as `GET /issues`. */
  readonly asked: string[];
  /** From now on every request is answered so. */
  readonly refuseWith: (status: number) => void;
}

export const JOB_LOGIN = 'github-actions[bot]';
export const TOKEN = 'secret-token';

/** What the two services do with issues, as their documents say it, on loopback. */
export async function anIssueHost(service: 'github' | 'gitlab'): Promise<IssueHost> {
  const issues: StoredIssue[] = [];
  const asked: string[] = [];
  let refusal: number | null = null;
  const shown = ({ number, login, title, body, isOpen }: StoredIssue): object =>
    service === 'github'
      ? { number, title, body, state: isOpen ? 'open' : 'closed', user: { login } }
      : { iid: number, title, description: body, state: isOpen ? 'opened' : 'closed' };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://host.example');
      // `/repos/OWNER/NAME` and `/projects/ID` of the real ones.
      const path = url.pathname.replace(/^\/(?:repos\/[^/]+\/[^/]+|projects\/[^/]+|repo)/, '');
      asked.push(`${request.method} ${path}`);
      const { headers } = request;
      const given = service === 'github' ? headers.authorization : headers['private-token'];
      const isKnown = given === (service === 'github' ? `Bearer ${TOKEN}` : TOKEN);
      const answer = (status: number, value: unknown): void =>
        void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
      if (refusal !== null || !isKnown) return answer(refusal ?? 401, { message: 'no' });
      const content = (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, string>>;
      const body = content['body'] ?? content['description'];
      const issue = issues.find(({ number }) => number === Number(/^\/issues\/(\d+)/.exec(path)?.[1]));
      if (path === '/issues' && request.method === 'GET')
        return answer(
          200,
          issues
            .filter(({ isOpen }) => isOpen)
            .reverse()
            .map(shown),
        );
      if (path === '/issues') {
        const made = {
          number: issues.length + 1,
          login: JOB_LOGIN,
          title: content['title'] ?? '',
          body: body ?? '',
          isOpen: true,
          comments: [],
        };
        issues.push(made);
        return answer(201, shown(made));
      }
      if (issue === undefined) return answer(404, { message: 'Not Found' });
      if (/\/(?:comments|notes)$/.test(path)) issue.comments.push(body ?? '');
      else if (request.method !== 'GET') {
        if (body !== undefined) issue.body = body;
        if (content['state'] === 'closed' || content['state_event'] === 'close') issue.isOpen = false;
      }
      return answer(200, shown(issue));
    });
  });
  const { port } = await onLoopback(server);
  return {
    address: `http://127.0.0.1:${port}/repo`,
    issues,
    asked,
    refuseWith: (status) => void (refusal = status),
  };
}
