import { join } from 'node:path';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { ProcessPreset } from './preset.ts';
import { presetConfig } from './preset-config.ts';

const version = '3.1.1';

/**
 * The dialects that it speaks: its name for each, what its base URL needs after `{upstream}`, and a model of that
 * provider.
 */
const providers: readonly Readonly<Record<'type' | 'suffix' | 'model', string> & { dialect: DialectId }>[] = [
  { dialect: 'anthropic-messages', type: 'anthropic_messages', suffix: '', model: 'claude-sonnet-4-5' },
  { dialect: 'gemini-generate', type: 'gemini_generate_content', suffix: '', model: 'gemini-2.5-flash' },
  { dialect: 'openai-chat', type: 'openai_chat_completions', suffix: '/v1', model: 'gpt-4o-mini' },
  { dialect: 'openai-responses', type: 'openai_responses', suffix: '/v1', model: 'gpt-4o-mini' },
];

/**
 * The gateway bundled in Claude Code Router, with each of its dialects on both sides. It picks the provider by the
 * first segment of the model name. It asks the upstream twice more when a body is cut. For a client that wants a stream
 * it asks some upstreams for one body: Gemini always, and Messages for Responses and Gemini clients.
 */
export const preset: ProcessPreset = {
  kind: 'process',
  id: 'next-ai-gateway',
  packages: 'npm',
  title: `next-ai-gateway of @musistudio/claude-code-router ${version}`,
  configure: (folder) =>
    presetConfig({ id: 'next-ai-gateway', packages: 'npm' }, folder, ({ node, install }) => ({
      name: 'next-ai-gateway',
      version,
      start: {
        command: [node, join(install, 'node_modules/@musistudio/claude-code-router/dist/main/next-ai-gateway.js')],
        env: { GATEWAY_CONFIG_PATH: '{work}/config.json', HOST: '127.0.0.1', PORT: '{port}' },
        files: { 'config.json': JSON.stringify(config, null, 2) },
      },
      ready: { path: '/health', status: 200 },
      routes: providers.flatMap((client) =>
        providers.map(({ dialect, model }) => ({
          client: client.dialect,
          upstream: dialect,
          model: `${dialect}/${model}`,
        })),
      ),
    })),
};

/** Its keys are placeholders. */
const config = {
  host: '127.0.0.1',
  auth: { enabled: false },
  providers: providers.map(({ dialect, type, suffix, model }) => ({
    name: dialect,
    type,
    apikey: 'relaycert',
    baseurl: `{upstream}${suffix}`,
    models: [model],
  })),
};
