import { UsageFault } from '../../core/fault.ts';
import { suggestion } from '../../core/nearest.ts';
import type { Proof, Requirement } from '../../core/requirement.ts';
import { describeSource } from '../../core/source.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import { labelled } from '../../report/text/labelled.ts';
import { createStyle, type Style } from '../../report/text/style.ts';
import { requirements } from '../../requirements/registry.generated.ts';
import type { CliCommand } from '../command.ts';
import { allIssueIds, type ExplainedIssue, explainIssue } from '../explain-issue.ts';

interface ExplainFlags {
  readonly json?: boolean;
}

export const command: CliCommand = {
  name: 'explain',
  define: (command) => {
    command
      .description('say what a requirement demands and why, or what an issue of a contract is, and who says so')
      .argument('<id>', 'of a requirement or an issue, as in a report')
      .option('--json', 'the same as one JSON object');
  },
  run: async (command, shell) => {
    const [id = ''] = command.args;
    const { json = false } = command.opts<ExplainFlags>();
    const style = createStyle(shell.colours);
    const requirement = requirements.find((known) => known.id === id);
    if (requirement !== undefined) {
      shell.write(
        json ? `${JSON.stringify(describeRequirement(requirement))}\n` : renderRequirement(requirement, style),
      );
      return 0;
    }
    const dialects = explainIssue(id);
    if (dialects.length === 0) {
      throw unknownId(id);
    }
    shell.write(json ? `${JSON.stringify({ issue: id, dialects })}\n` : renderIssue(id, dialects, style));
    return 0;
  },
};

function unknownId(id: string): UsageFault {
  const ids = [...requirements.map((requirement) => requirement.id), ...allIssueIds()];
  const hint = suggestion(id, ids, 'relaycert list requirements');
  return new UsageFault(`there is no requirement and no issue ${id}`, 'explain', hint);
}

function renderIssue(id: string, dialects: readonly ExplainedIssue[], style: Style): string {
  const row = (label: string, text: string): string => labelled(label, text, style, 2);
  const blocks = dialects.flatMap(({ dialect, topic, level, severity, ofRelay, shouldAt = [], source }) => [
    '',
    `  ${dialect}`,
    row('topic', topic),
    row('level', `${level}, a ${severity}`),
    ...(ofRelay === undefined ? [] : [row('relays', `${ofRelay.level}, a ${ofRelay.severity}`)]),
    ...(shouldAt.length === 0 ? [] : [row('should', `OBS at ${shouldAt.join(', ')}: no reader misses it`)]),
    ...(source === undefined ? [] : [row('source', describeSource(source))]),
  ]);
  return `${[style('strong', id), ...blocks].join('\n')}\n`;
}

function describeRequirement({ id, title, why, severity, level, source, subject, provenBy }: Requirement) {
  return { requirement: id, title, why, severity, level, source, subject, provenBy };
}

function renderRequirement(requirement: Requirement, style: Style): string {
  const { id, title, why, severity, level, source, subject, provenBy } = requirement;
  const row = (label: string, text: string): string => labelled(label, text, style, 2);
  const proofs = requirement.provenIn === undefined ? provenBy.map(describeProof) : [`a test: ${requirement.provenIn}`];
  return `${[
    style('strong', id),
    `  ${title}`,
    '',
    row('why', why),
    row('severity', severity),
    row('level', level),
    ...('grade' in requirement ? [row('grade', `a breach costs ${requirement.grade}`)] : []),
    row('source', describeSource(source)),
    row('shown by', describeSubject(subject)),
    ...proofs.map((proof, index) => row(index === 0 ? 'proven by' : '', proof)),
  ].join('\n')}\n`;
}

function describeSubject(subject: Requirement['subject']): string {
  switch (subject) {
    case 'stream':
      return 'one stream or body alone (relaycert check, relaycert certify)';
    case 'exchange':
      return 'both sides of a relay (relaycert certify)';
    case 'process':
      return 'the process of a relay that relaycert starts (relaycert certify)';
  }
}

function describeProof({ breakage, stimulus }: Proof): string {
  return `a relay that does this turns it red: ${titled(breakage)}${stimulus === undefined ? '' : `, while the upstream does this: ${titled(stimulus)}`}`;
}

function titled(id: string): string {
  const title = mutations.find((mutation) => mutation.id === id)?.title;
  return title === undefined ? id : `${id} (${title.replace(/\.$/, '')})`;
}
