import { OPTIONAL_WEBMAILS, REQUIRED_WEBMAILS } from '../src/extension/protocol/webmail-hosts.ts';

export const REQUIRED_MATCHES: readonly string[] = REQUIRED_WEBMAILS.flatMap(({ matches }) => matches);
export const OPTIONAL_MATCHES: readonly string[] = OPTIONAL_WEBMAILS.flatMap(({ matches }) => matches);
