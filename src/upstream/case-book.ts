import { HarnessFault } from '../core/fault.ts';
import type { NeutralRequest } from '../core/scenario.ts';
import { type CaseFinder, isCaseToken, tokenInMessage } from './case-token.ts';
import { type Answer, type CaseJournal, createExpectedCase, type ExpectedCase } from './journal.ts';

/** The expected cases, and the rule that finds the one that a request belongs to. */
export interface CaseBook {
  readonly expect: (token: string, answer: Answer, finder: CaseFinder) => CaseJournal;
  /** @param header the value of the case header, if the request has one */
  readonly find: (request: NeutralRequest, header: string | undefined) => ExpectedCase | undefined;
  readonly releaseAll: () => void;
}

export function createCaseBook(): CaseBook {
  const cases = new Map<string, ExpectedCase>();
  return {
    expect: (token, answer, finder) => {
      if (!isCaseToken(token)) {
        throw new HarnessFault(
          'a case token must consist of the letters a to z',
          `case ${token}`,
          'make another token',
        );
      }
      if (cases.has(token)) {
        throw new HarnessFault('a case with this token is already expected', `case ${token}`, 'release it first');
      }
      const expected = createExpectedCase({ token, finder, answer, forget: () => cases.delete(token) });
      cases.set(token, expected);
      return expected.journal;
    },

    find: (request, header) => {
      const inMessage = cases.get(tokenInMessage(request) ?? '');
      if (inMessage !== undefined) {
        return inMessage;
      }
      // A case says which finders it allows. If all were always tried, a preflight could not learn which one works.
      const inHeader = cases.get(header ?? '');
      if (inHeader !== undefined && inHeader.finder !== 'message') {
        return inHeader;
      }
      const [only, another] = cases.values();
      return another === undefined && only?.finder === 'single-flight' ? only : undefined;
    },

    releaseAll: () => {
      for (const { journal } of [...cases.values()]) {
        journal.release();
      }
    },
  };
}
