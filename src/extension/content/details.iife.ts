/**
 * The second file of the content script: what only frames with something to show need. The background injects it into
 * the same world when the first file asks.
 */
import { makeDetails } from './details/details.ts';

globalThis.spamlightDetails = makeDetails;
