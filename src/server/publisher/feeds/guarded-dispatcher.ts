import { lookup as lookUpName, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent } from 'undici';
import { isPrivateAddress } from '../../../core/url/hosts/private-address.ts';

/** Ends a connection to an address that is another machine on every network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly host: string;

  constructor(host: string) {
    super(`${host} is an address of a private network`);
    this.host = host;
  }
}

/** `dns.lookup`, asked for all addresses. */
type LookUp = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Connects to public addresses only. The check is made on what a name resolves to, by the very lookup that the
 * connection then uses: a name that resolves to something else the second time gains nothing.
 */
export function guardedDispatcher(lookUp: LookUp = lookUpName): Agent {
  return new Agent({
    connect: {
      lookup(hostname: string, options: LookupOptions, answer: Answer) {
        lookUp(hostname, { ...options, all: true }, (error, addresses) => {
          if (error !== null) return answer(error, []);
          const found = addresses.find(({ address, family }) => isPrivate(address, family));
          if (found !== undefined) return answer(new PrivateAddressError(hostname), []);
          const [first] = addresses;
          if (options.all === true) answer(null, addresses);
          else answer(null, first?.address ?? '', first?.family);
        });
      },
    },
  });
}

/** An address that is written out is never looked up: it is judged by its spelling. */
export function isPrivateHost(hostname: string): boolean {
  const isIp = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isPrivateAddress(hostname, isIp);
}

function isPrivate(address: string, family: number): boolean {
  return isPrivateAddress(family === 6 ? `[${address}]` : address, true);
}
