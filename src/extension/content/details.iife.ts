/**
 * The second file of the content script: what only frames need in which there is something to say. The background puts
 * it beside the first one, into the same world, when that one asks for it.
 */
import { makeDetails } from './details/details.ts';

globalThis.spamlightDetails = makeDetails;
