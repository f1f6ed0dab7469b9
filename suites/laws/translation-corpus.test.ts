import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Evidence } from '../../src/core/evidence.ts';
import { defaultPolicies } from '../../src/core/policies.ts';
import type { Reading } from '../../src/core/reading.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { type CorpusRow, corpusFolder } from '../support/corpus/corpus.ts';
import { corpusAnswers, corpusDialects, corpusName, traitsOf } from '../support/corpus/dialects.ts';
import { corpusCapture, factsOf } from '../support/streams/law-streams.ts';

/** What compares parts, media, refusals, details and ids on both sides. Real answers have forms that ours do not. */
const compared = requirements.filter(({ id }) => /^relay\/(?:parts|media|refusal|usage|identity)\//.test(id));

const encoder = { id: 'relay-1', model: 'relay-model', created: 1_764_460_800, includeUsage: true };

/** What these requirements say of a relay whose client got this. */
function redOf(client: Reading, upstream: Reading): readonly string[] {
  const { mode } = upstream;
  const request = { model: 'm', stream: mode === 'stream', turns: [], tools: [], includeUsage: true, choices: 1 };
  const evidence: Evidence = {
    caseId: 'corpus',
    route: { client: client.dialect, upstream: upstream.dialect, model: 'm', headers: {} },
    mode,
    request,
    client,
    attempts: [{ index: 0, dialect: upstream.dialect, mode, request, abortSeen: false, reading: upstream }],
    policies: defaultPolicies,
  };
  return compared.flatMap((requirement) => {
    const check = requirement.subject === 'exchange' ? requirement.check(evidence) : undefined;
    return check?.result === 'breach' ? [requirement.id] : [];
  });
}

function translated(client: DialectId, upstream: Reading, upstreamTraits: readonly string[]): Reading {
  const { capture, dialect, mode } = upstream;
  const script = translateCapture(capture, { client, upstream: dialect, mode, encoder, upstreamTraits });
  return readCapture(
    client,
    mode,
    { ...script, chunks: script.writes, ending: 'clean', endedAtMs: 0 },
    { drift: false },
  );
}

describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
  'recorded %s answers (need ../shared/corpus)',
  { timeout: 120_000 },
  (dialect) => {
    const rows = corpusAnswers(dialect);
    const read = (row: CorpusRow, traits: readonly string[]): Reading =>
      readCapture(dialect, row.stream ? 'stream' : 'body', corpusCapture(row), {
        facts: factsOf(row),
        traits,
        drift: false,
      });

    it('are the same to these requirements when a relay passes on every byte', () => {
      const red = rows.flatMap((row) =>
        redOf(read(row, []), read(row, traitsOf(row, dialect))).map((id) => `${corpusName(row)} ${id}`),
      );
      expect(red).toEqual([]);
    });

    it.each(dialectIds)('are the same to these requirements when the reference relay tells them to %s', (client) => {
      const red = rows.flatMap((row) => {
        const traits = traitsOf(row, dialect);
        const upstream = read(row, traits);
        return redOf(translated(client, upstream, traits), upstream).map((id) => `${corpusName(row)} ${id}`);
      });
      expect(red).toEqual([]);
    });
  },
);
