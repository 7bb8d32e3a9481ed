import { answerFor, answerForSender, engineState, listState } from './answer.ts';
import { worstTrouble } from '../check/change-source.ts';
import { strictest } from '../check/policy.ts';
import { withAuthentication } from '../../../core/mail/shown/authenticated.ts';
import { evidenceOf } from '../message/message-evidence.ts';
import { writesTo } from '../../../core/url/mail-address.ts';
import { readMessage, type SubmittedMessage } from '../../../core/mail/read-message.ts';
import type { UnreadReason } from '../../../core/mail/content/unread.ts';
import { NODE_MAIL } from '../../node/mail-tools/node-mail.ts';
import type { CheckedLink } from '../check/link-checker.ts';
import type { Routes } from './routes.ts';
import { MAX_CHECK_MS } from './check-routes.ts';
import { RequestRefused } from './problem.ts';
import { MessageAnswer, MessageRequest, OwnServer, PROBLEMS } from './schemas.ts';

export const MAX_MESSAGE_LINKS = 1000;

/** RFC 2046. */
const MAIL_TYPE = 'message/rfc822';

export function addMessageRoutes({ app, checker, policy, isOpen, metrics, now, authorize }: Routes): void {
  const onRequest = async (request: Parameters<typeof authorize>[0]): Promise<void> => {
    if (!isOpen) authorize(request, 'check');
  };
  const schema = {
    tags: ['checks'],
    summary: 'Checks the links and the evidence of a message: text, HTML or raw mail',
    description:
      'Links are found as mail programs show them. `isWhole` is false if something could not be read, for the reasons in `unread`. The action is then at least that of `unchecked`.',
    response: { 200: MessageAnswer, ...PROBLEMS },
    security: isOpen ? [] : [{ bearer: [] }],
  };

  async function check(message: SubmittedMessage, servers: readonly string[] = []): Promise<MessageAnswer> {
    const found = await readMessage(message, NODE_MAIL);
    if (!found.ok) throw new RequestRefused(422, 'unreadable-message', 'This is no mail that can be read.');
    const { senders: addresses, attachments, authentication } = found.value;
    const shown = withAuthentication(found.value.shown, authentication, servers);
    const hrefs = found.value.hrefs.slice(0, MAX_MESSAGE_LINKS);
    const beside = found.value.beside.slice(0, MAX_MESSAGE_LINKS);
    const unread = new Set<UnreadReason>(found.value.unread);
    if (Math.max(found.value.hrefs.length, found.value.beside.length) > MAX_MESSAGE_LINKS)
      unread.add('too-many-links');
    const at = now();
    const limits = { now: at, deadline: performance.now() + MAX_CHECK_MS };
    const checkedSenders = await checker.checkSenders(addresses, limits);
    const senders = checkedSenders.map((one, index) => ({
      address: addresses[index] ?? '',
      ...answerForSender(one, policy),
    }));
    const looked = [...hrefs, ...beside];
    // A link that writes only to the sender is judged like the sender.
    const [only = null] = addresses.length === 1 ? addresses : [];
    const [asSender] = checkedSenders;
    const isSender = looked.map((href) => writesTo(href, only));
    const checked = (await checker.check(looked, limits)).map((one, index) =>
      isSender[index] === true ? (asSender ?? one) : one,
    );
    const links = checked.flatMap((one, index) =>
      index < hrefs.length || !isBeside(one)
        ? [
            {
              url: looked[index] ?? '',
              ...(isSender[index] === true ? answerForSender(one, policy) : answerFor(one, policy)),
            },
          ]
        : [],
    );
    metrics.countLinks(links.map(({ action }) => action));
    const actions = [...senders, ...links].map(({ action }) => action);
    // Unread parts are unchecked, never clean.
    if (unread.size > 0) actions.push(policy.unchecked);
    const looks = await Promise.all(checker.lists().map((list) => evidenceOf(shown, hrefs, list)));
    const { evidence } = looks.reduce((one, other) =>
      other.evidence.points > one.evidence.points ? other : one,
    );
    const trouble = worstTrouble(looks.map((one) => one.trouble));
    if (evidence.kind === 'flagged') actions.push(policy.evidence);
    // The text, which could not be looked up, may be listed.
    if (trouble !== null) actions.push(policy.unchecked, 'review');
    metrics.countTrouble([...checkedSenders, ...checked]);
    return {
      action: strictest(actions),
      list: listState(checker.facts(), at),
      engine: engineState(checker.hasEngine(), [{ trouble }, ...checkedSenders, ...checked]),
      isWhole: unread.size === 0,
      unread: [...unread],
      attachments: attachments.map(({ name, declaredType, realType, isLookedInto }) => ({
        name,
        type: realType ?? declaredType,
        isLookedInto,
      })),
      evidence,
      senders,
      links,
    };
  }

  app.post<{ Body: MessageRequest; Querystring: OwnServer }>(
    '/v1/check-message',
    {
      schema: { ...schema, operationId: 'checkMessage', body: MessageRequest, querystring: OwnServer },
      onRequest,
    },
    async ({ body, query }) => {
      const { text, html, raw } = body;
      if (text !== undefined) return check({ kind: 'text', content: text });
      if (html !== undefined) return check({ kind: 'html', content: html });
      return check({ kind: 'raw', content: Buffer.from(raw ?? '', 'base64') }, serversIn(query));
    },
  );

  void app.register(async (mails) => {
    mails.removeAllContentTypeParsers();
    mails.addContentTypeParser(
      MAIL_TYPE,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    mails.post<{ Body: Buffer; Querystring: OwnServer }>(
      '/v1/check-mail',
      {
        schema: {
          ...schema,
          operationId: 'checkMail',
          summary: 'Checks a raw mail, message/rfc822',
          consumes: [MAIL_TYPE],
          body: { type: 'string', format: 'binary' },
          querystring: OwnServer,
        },
        // The schema is documentation. The body is a buffer, parsed as mail whatever it holds.
        validatorCompiler: () => () => true,
        onRequest,
      },
      async ({ body, query }) => check({ kind: 'raw', content: body }, serversIn(query)),
    );
  });
}

/** Servers whose Authentication-Results count. Validated here, as the mail route skips its schema. */
function serversIn(query: { readonly authservId?: unknown }): readonly string[] {
  const { authservId } = query;
  if (authservId === undefined) return [];
  if (typeof authservId === 'string' && authservId !== '' && authservId.length <= 255) return [authservId];
  throw new RequestRefused(
    400,
    'not-as-described',
    'authservId must be one name of a server, of 1 to 255 characters: nothing was checked. Name the server as it stands in the Authentication-Results that it writes.',
  );
}

/**
 * Whether to leave out a link that the mail does not show: one that is unlisted, or malformed, as if cut off midway.
 */
function isBeside({ verdict, isSuspect }: CheckedLink): boolean {
  if (isSuspect) return false;
  switch (verdict.kind) {
    case 'clear':
    case 'allowed':
      return true;
    case 'unchecked':
      return verdict.because === 'unreadable' || verdict.because === 'truncated';
    case 'flagged':
      return verdict.reasons.every(({ kind }) => kind === 'truncated');
  }
}
