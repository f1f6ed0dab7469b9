import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/core/json.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { usageFaultOf } from '../../support/recording/recording-samples.ts';

const scenario = {
  name: 'sample',
  title: 'A sample',
  request: {
    turns: [
      { role: 'user', text: 'Hi' },
      { role: 'assistant', text: '', tools: [{ id: 'call_1', name: 'look', arguments: '{}' }] },
      { role: 'tool', id: 'call_1', name: 'look', result: 'seen' },
    ],
    tools: [{ name: 'look', parameters: { type: 'object' } }],
    toolChoice: { mode: 'tool', name: 'look' },
  },
  answer: {
    id: 'a-1',
    parts: [
      { kind: 'reasoning', deltas: ['x'], signature: 's' },
      { kind: 'tool', id: 'call_2', name: 'look', deltas: [], completed: true },
    ],
    interleaved: false,
    finish: 'tool_calls',
    usage: { input: 1 },
  },
  notes: { anything: ['goes'] },
};

const { request, answer } = scenario;

function folderWith(value: JsonValue, name = 'sample.json'): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), JSON.stringify(value));
  return folder;
}

describe('loading scenarios', () => {
  it('reads one with every kind of turn and part', () => {
    expect(loadScenarios(folderWith(scenario))).toEqual([scenario]);
  });

  const bad: readonly {
    readonly title: string;
    readonly value: JsonValue;
    readonly pointer: string;
    readonly says: RegExp;
  }[] = [
    { title: 'an unknown key', value: { ...scenario, speed: 1 }, pointer: '/speed', says: /unknown/ },
    {
      title: 'an unknown key of the request',
      value: { ...scenario, request: { ...request, temperature: 1 } },
      pointer: '/request/temperature',
      says: /unknown/,
    },
    {
      title: 'a dialect that does not exist',
      value: { ...scenario, dialects: { 'openai-chat': {}, 'openai-chats': {} } },
      pointer: '/dialects/openai-chats',
      says: /unknown/,
    },
    {
      title: 'an unknown key of a dialect',
      value: { ...scenario, dialects: { 'openai-chat': { status: 200 } } },
      pointer: '/dialects/openai-chat/status',
      says: /unknown/,
    },
    {
      title: 'a block without what it holds',
      value: {
        ...scenario,
        dialects: { 'openai-chat': { parts: [{ kind: 'image', name: 'image/png', deltas: [] }] } },
      },
      pointer: '/dialects/openai-chat/parts/0',
      says: /key opaque is missing/,
    },
    {
      title: 'a further choice without a finish',
      value: { ...scenario, answer: { ...answer, others: [{ parts: [] }] } },
      pointer: '/answer/others/0',
      says: /key finish is missing/,
    },
    { title: 'no answer', value: { ...scenario, answer: {} }, pointer: '/answer', says: /key id is missing/ },
    {
      title: 'no turns',
      value: { ...scenario, request: { ...request, turns: [] } },
      pointer: '/request/turns',
      says: /fewer than 1/,
    },
    {
      title: 'an unknown role',
      value: { ...scenario, request: { ...request, turns: [{ role: 'judge' }] } },
      pointer: '/request/turns/0/role',
      says: /user, assistant, tool/,
    },
    {
      title: 'tools in a user turn',
      value: { ...scenario, request: { ...request, turns: [{ role: 'user', text: 'x', tools: [] }] } },
      pointer: '/request/turns/0/tools',
      says: /unknown/,
    },
    {
      title: 'a tool turn without a result',
      value: { ...scenario, request: { ...request, turns: [{ role: 'tool', id: 'a' }] } },
      pointer: '/request/turns/0',
      says: /key result is missing/,
    },
    {
      title: 'a tool choice without the name',
      value: { ...scenario, request: { ...request, toolChoice: { mode: 'tool' } } },
      pointer: '/request/toolChoice',
      says: /key name is missing/,
    },
    {
      title: 'a name for a tool choice that has none',
      value: { ...scenario, request: { ...request, toolChoice: { mode: 'auto', name: 'look' } } },
      pointer: '/request/toolChoice/name',
      says: /unknown/,
    },
    {
      title: 'a signature on a text',
      value: { ...scenario, answer: { ...answer, parts: [{ kind: 'text', deltas: ['x'], signature: 's' }] } },
      pointer: '/answer/parts/0/signature',
      says: /unknown/,
    },
    {
      title: 'an empty delta',
      value: { ...scenario, answer: { ...answer, parts: [{ kind: 'text', deltas: ['x', ''] }] } },
      pointer: '/answer/parts/0/deltas/1',
      says: /fewer than 1/,
    },
    {
      title: 'a call that does not say whether it is whole',
      value: { ...scenario, answer: { ...answer, parts: [{ kind: 'tool', id: 'a', name: 'b', deltas: [] }] } },
      pointer: '/answer/parts/0',
      says: /key completed is missing/,
    },
    {
      title: 'an unknown finish',
      value: { ...scenario, answer: { ...answer, finish: 'done' } },
      pointer: '/answer/finish',
      says: /must be stop/,
    },
    {
      title: 'half a token',
      value: { ...scenario, answer: { ...answer, usage: { input: 1.5 } } },
      pointer: '/answer/usage/input',
      says: /integer/,
    },
    {
      title: 'a name that leaves the folder',
      value: { ...scenario, name: '../sample' },
      pointer: '/name',
      says: /pattern/,
    },
    {
      title: 'a name that is not the name of its file',
      value: { ...scenario, name: 'other' },
      pointer: '/name',
      says: /name of its file/,
    },
  ];

  it.each(bad)('refuses $title at its JSON pointer', ({ value, pointer, says }) => {
    const folder = folderWith(value);
    const fault = usageFaultOf(() => loadScenarios(folder));
    expect(fault.place).toBe(`${join(folder, 'sample.json')}#${pointer}`);
    expect(fault.message).toMatch(says);
    expect(fault.hint).not.toBe('');
  });

  it('refuses a file that was cut', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'sample.json'), '{"name":\n "sam');
    const fault = usageFaultOf(() => loadScenarios(folder));
    expect(fault.place).toBe(`${join(folder, 'sample.json')}:2:6`);
    expect(fault.message).toContain('cut off');
  });

  it('refuses a folder that is missing or has no scenario', () => {
    const folder = folderWith(scenario, 'sample.txt');
    expect(usageFaultOf(() => loadScenarios(folder)).message).toContain('no scenarios');
    expect(usageFaultOf(() => loadScenarios(join(folder, 'missing'))).message).toContain('no such file or folder');
  });
});
