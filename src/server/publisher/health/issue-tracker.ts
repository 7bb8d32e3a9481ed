import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { networkMessage } from '../../node/channel/read-channel.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';

export type TrackerFailure = ExplainedFailure<'issue-not-written'>;

export interface OpenIssue {
  readonly number: number;
  readonly body: string;
}

export interface IssueTracker {
  /** Open issues with the job as author, newest first, at most 100. */
  own(): Promise<Result<readonly OpenIssue[], TrackerFailure>>;
  read(issue: number): Promise<Result<OpenIssue | null, TrackerFailure>>;
  open(title: string, body: string): Promise<Result<number, TrackerFailure>>;
  change(issue: number, body: string): Promise<Result<null, TrackerFailure>>;
  comment(issue: number, text: string): Promise<Result<null, TrackerFailure>>;
  close(issue: number): Promise<Result<null, TrackerFailure>>;
}

const TIMEOUT_MS = 30_000;

const GITHUB_JOB = 'github-actions[bot]';

/**
 * https://docs.github.com/en/rest/issues/issues. A job's token needs `issues: write`.
 *
 * @param repository - `https://api.github.com/repos/NAME/REPOSITORY`
 */
export function githubIssues(repository: string, token: string): IssueTracker {
  const call = caller('GitHub', repository, {
    Authorization: `Bearer ${token}`,
    Accept: 'application/vnd.github+json',
    'X-GitHub-Api-Version': '2022-11-28',
  });
  return {
    async own() {
      const found = await call('GET', '/issues?state=open&sort=created&direction=desc&per_page=100');
      return mapped(found, (value) =>
        itemsOf(value).flatMap((item) => {
          const user = item['user'];
          const isOurs = isRecord(user) && user['login'] === GITHUB_JOB && item['pull_request'] === undefined;
          return isOurs ? issueOf(item, 'number', 'body') : [];
        }),
      );
    },
    read: async (issue) => stillOpen(await call('GET', `/issues/${issue}`), 'open', 'number', 'body'),
    open: async (title, body) => numberOf(await call('POST', '/issues', { title, body }), 'number', 'GitHub'),
    change: async (issue, body) => nothing(await call('PATCH', `/issues/${issue}`, { body })),
    comment: async (issue, body) => nothing(await call('POST', `/issues/${issue}/comments`, { body })),
    close: async (issue) => nothing(await call('PATCH', `/issues/${issue}`, { state: 'closed' })),
  };
}

/**
 * https://docs.gitlab.com/api/issues/. A job's token may not write issues, so this is a project token with the scope
 * `api`.
 *
 * @param project - `https://gitlab.com/api/v4/projects/1`
 */
export function gitlabIssues(project: string, token: string): IssueTracker {
  const call = caller('GitLab', project, { 'PRIVATE-TOKEN': token });
  return {
    async own() {
      const found = await call(
        'GET',
        '/issues?state=opened&scope=created_by_me&order_by=created_at&per_page=100',
      );
      return mapped(found, (value) => itemsOf(value).flatMap((item) => issueOf(item, 'iid', 'description')));
    },
    read: async (issue) => stillOpen(await call('GET', `/issues/${issue}`), 'opened', 'iid', 'description'),
    open: async (title, description) =>
      numberOf(await call('POST', '/issues', { title, description }), 'iid', 'GitLab'),
    change: async (issue, description) => nothing(await call('PUT', `/issues/${issue}`, { description })),
    comment: async (issue, body) => nothing(await call('POST', `/issues/${issue}/notes`, { body })),
    close: async (issue) => nothing(await call('PUT', `/issues/${issue}`, { state_event: 'close' })),
  };
}

type Call = (
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  content?: Readonly<Record<string, string>>,
) => Promise<Result<unknown, TrackerFailure>>;

function caller(service: string, base: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, content) => {
    try {
      const response = await fetch(`${base.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        // A redirect must not get the token.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      });
      const text = await response.text();
      if (!response.ok)
        return notWritten(`${service} answered with status ${response.status}${hint(response.status)}`);
      return ok(JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof SyntaxError) return notWritten(`${service} gave an answer that is not JSON`);
      const why = networkMessage(error);
      if (why === null) throw error;
      return notWritten(`${service} could not be asked: ${why}`);
    }
  };
}

function hint(status: number): string {
  if (status === 401 || status === 403) return ': the token may not write issues';
  if (status === 404) return ': there is no such repository, or the token may not see it';
  if (status === 410) return ': issues are switched off for this repository';
  return '';
}

function notWritten(why: string): Result<never, TrackerFailure> {
  return fail({ kind: 'issue-not-written', message: `The issue could not be read or written: ${why}.` });
}

function mapped<From, To>(
  result: Result<From, TrackerFailure>,
  map: (value: From) => To,
): Result<To, TrackerFailure> {
  return result.ok ? ok(map(result.value)) : result;
}

function stillOpen(
  result: Result<unknown, TrackerFailure>,
  state: string,
  numberName: string,
  bodyName: string,
): Result<OpenIssue | null, TrackerFailure> {
  return mapped(result, (value) =>
    isRecord(value) && value['state'] === state ? (issueOf(value, numberName, bodyName)[0] ?? null) : null,
  );
}

function nothing(result: Result<unknown, TrackerFailure>): Result<null, TrackerFailure> {
  return mapped(result, () => null);
}

function itemsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function issueOf(
  item: Readonly<Record<string, unknown>>,
  numberName: string,
  bodyName: string,
): readonly OpenIssue[] {
  const number = item[numberName];
  const body = item[bodyName];
  return typeof number === 'number' && typeof body === 'string' ? [{ number, body }] : [];
}

function numberOf(
  result: Result<unknown, TrackerFailure>,
  name: string,
  service: string,
): Result<number, TrackerFailure> {
  if (!result.ok) return result;
  const number = isRecord(result.value) ? result.value[name] : undefined;
  return typeof number === 'number'
    ? ok(number)
    : notWritten(`${service} did not say which issue it has made`);
}
