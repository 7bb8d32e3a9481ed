/** Injected on request, into frames with something to show. */
import { makeDetails } from './details/details.ts';

globalThis.spamlightDetails = makeDetails;
