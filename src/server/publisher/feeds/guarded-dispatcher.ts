import { lookup as lookUpName, type LookupAddress, type LookupOptions } from 'node:dns';
import { Agent } from 'undici';
import { isPrivateAddress } from '../../../core/url/hosts/private-address.ts';

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
  readonly host: string;

  constructor(host: string) {
    super(`${host} is an address of a private network`);
    this.host = host;
  }
}

type LookUp = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Checks the very lookup that the connection uses, against DNS rebinding. Node's own fetch takes no lookup. */
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

/** Judges the name alone: IP literals are never looked up. */
export function isPrivateHost(hostname: string): boolean {
  const isIp = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  return isPrivateAddress(hostname, isIp);
}

function isPrivate(address: string, family: number): boolean {
  return isPrivateAddress(family === 6 ? `[${address}]` : address, true);
}
