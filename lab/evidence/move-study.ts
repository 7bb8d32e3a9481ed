import type { EvidenceTables } from '../../src/core/evidence/evidence-tables.ts';
import type { EvidenceRun, JudgedFacts } from '../../src/server/publisher/evaluate/evidence-run.ts';
import {
  adaptMail,
  FREE_MOVES,
  LOOK_ALIKES,
  withLookAlike,
  type FreeMove,
  type LookAlike,
} from './adapt-mail.ts';

/** Phishing mails moved to one kind of look-alike domain. */
export interface LookAlikeFigures {
  moved: number;
  marked: number;
  /** Marked even without the reason that looks at such domains. */
  markedWithout: number;
}

const LOOK_ALIKE_REASON = 'B2';

const MOVES: readonly (readonly FreeMove[])[] = [
  ...FREE_MOVES.map((move) => [move]),
  ...FREE_MOVES.flatMap((first, at) => FREE_MOVES.slice(at + 1).map((second) => [first, second])),
];

/** Judges phishing with links again after each of its sender's free moves, and after each two. */
export class MoveStudy {
  phishing = 0;
  /** Moves → number of phishing mails still marked after them. */
  readonly marksAfter = new Map<string, number>(MOVES.map((moves) => [moves.join(' + '), 0]));
  readonly lookAlikes = new Map<LookAlike, LookAlikeFigures>(
    LOOK_ALIKES.map((kind) => [kind, { moved: 0, marked: 0, markedWithout: 0 }]),
  );

  add(run: EvidenceRun, { shown, context }: JudgedFacts, tables: EvidenceTables): void {
    this.phishing++;
    for (const moves of MOVES) {
      const changed = moves.reduce((before, move) => adaptMail(before, move, tables), shown);
      const name = moves.join(' + ');
      if (run.score(changed, context).isMarked)
        this.marksAfter.set(name, (this.marksAfter.get(name) ?? 0) + 1);
    }
    for (const [kind, figures] of this.lookAlikes) {
      const changed = withLookAlike(shown, kind, tables);
      if (changed === null) continue;
      figures.moved++;
      if (run.score(changed, context).isMarked) figures.marked++;
      if (run.score(changed, context, LOOK_ALIKE_REASON).isMarked) figures.markedWithout++;
    }
  }
}
