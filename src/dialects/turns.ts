import type { Turn } from '../core/scenario.ts';

/** The result of a call. */
export type ToolTurn = Extract<Turn, { readonly role: 'tool' }>;

/** A turn, or the results of one round of calls. */
export type Round = Exclude<Turn, ToolTurn> | { readonly role: 'results'; readonly results: readonly ToolTurn[] };

/**
 * The turns, with the results of one round of calls together, for APIs that refuse a round whose results come in
 * pieces.
 */
export function groupResults(turns: readonly Turn[]): readonly Round[] {
  const rounds: Round[] = [];
  let results: ToolTurn[] | undefined;
  for (const turn of turns) {
    if (turn.role !== 'tool') {
      results = undefined;
      rounds.push(turn);
    } else if (results === undefined) {
      results = [turn];
      rounds.push({ role: 'results', results });
    } else {
      results.push(turn);
    }
  }
  return rounds;
}

/** A piece of a user's content: text, or the result of a call. */
export type UserPiece = string | ToolTurn;

/**
 * The turns of a user's content, which may mix tool results and text. A run of texts is one turn, one text per line.
 */
export function userTurns(pieces: readonly UserPiece[]): readonly Turn[] {
  const turns: Turn[] = [];
  let lines: string[] = [];
  const endText = (): void => {
    if (lines.length > 0) {
      turns.push({ role: 'user', text: lines.join('\n') });
      lines = [];
    }
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      lines.push(piece);
    } else {
      endText();
      turns.push(piece);
    }
  }
  endText();
  return turns;
}

/** The turns, with the name of its call added to each result that states none and whose call is known. */
export function nameResults(turns: readonly Turn[]): readonly Turn[] {
  const names = new Map<string, string>();
  return turns.map((turn) => {
    if (turn.role === 'assistant') {
      for (const { id, name } of turn.tools) {
        names.set(id, name);
      }
    }
    const name = turn.role === 'tool' ? (turn.name ?? names.get(turn.id)) : undefined;
    return turn.role === 'tool' && name !== undefined
      ? { role: turn.role, id: turn.id, name, result: turn.result }
      : turn;
  });
}
