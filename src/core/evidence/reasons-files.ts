import type { EvidenceRow, Finding } from './evidence-row.ts';
import type { MessageContext, SenderMemory } from './message-context.ts';
import { isPackedBill, isPage, type FileView, type MessageView } from './message-view.ts';

const SOURCE = 'what every mail would come to with such a file; docs/accuracy.md';

function disguisedFile({ files }: MessageView): Finding | null {
  return named(files.find(({ isDisguised }) => isDisguised));
}

/** Only from strangers: people who know each other send scripts and installers. */
function programFile(view: MessageView, { memory }: MessageContext): Finding | null {
  if (!isStranger(view, memory)) return null;
  return named(view.files.find(({ kind, isDisguised }) => kind === 'program' && !isDisguised));
}

/**
 * In mail with links, counts only from strangers and as circumstance: banks and encryption gateways attach pages to
 * such mail.
 */
function attachedPage(view: MessageView, { memory }: MessageContext): Finding | null {
  const found = named(view.files.find((file) => isPage(file) && !file.isDisguised));
  if (found === null || view.actions.length === 0) return found;
  return isStranger(view, memory) ? { ...found, points: 1, isCircumstance: true } : null;
}

function calendarFile(view: MessageView, { memory }: MessageContext): Finding | null {
  return isStranger(view, memory) ? named(view.files.find(({ kind }) => kind === 'calendar')) : null;
}

/** Firms send invoices as PDF; packing hides a file from scanners. */
function packedBill(view: MessageView, { memory }: MessageContext): Finding | null {
  if (!isStranger(view, memory)) return null;
  const found = named(view.files.find(isPackedBill));
  return found === null || view.actions.length === 0 ? found : { ...found, points: 1, isCircumstance: true };
}

function isStranger({ sender, isAnswer }: MessageView, memory: SenderMemory | null): boolean {
  if (sender === null || isAnswer || memory?.isKnownSender === true) return false;
  return sender.isLittleKnown || sender.isMailbox;
}

function named(file: FileView | undefined): Finding | null {
  return file === undefined ? null : { values: [withEnding(file.name)], links: [] };
}

function withEnding(name: string): string {
  return name.length <= 100 ? name : `${name.slice(0, 40)}…${name.slice(-50)}`;
}

export const FILE_ROWS: readonly EvidenceRow[] = [
  { id: 'F1', family: 'F', points: 5, isCircumstance: false, source: SOURCE, find: disguisedFile },
  { id: 'F2', family: 'F', points: 4, isCircumstance: false, source: SOURCE, find: programFile },
  { id: 'F3', family: 'F', points: 3, isCircumstance: false, source: SOURCE, find: attachedPage },
  { id: 'F4', family: 'F', points: 1, isCircumstance: true, source: SOURCE, find: calendarFile },
  { id: 'F5', family: 'F', points: 2, isCircumstance: false, source: SOURCE, find: packedBill },
];
