import type { ProcessPreset } from './preset.ts';
import { presetConfig } from './preset-config.ts';

const version = '1.0.53';
const provider = 'upstream';
const model = 'gpt-4o-mini';

/** The translation server inside Claude Code Router: a Messages client over a Chat upstream. */
export const preset: ProcessPreset = {
  kind: 'process',
  id: 'llms',
  packages: 'npm',
  title: `@musistudio/llms ${version}`,
  configure: (folder) =>
    presetConfig({ id: 'llms', packages: 'npm' }, folder, ({ node, install, script }) => ({
      name: 'llms',
      version,
      start: {
        command: [node, script('run.mjs'), install, '{work}/config.json'],
        files: { 'config.json': configFile },
      },
      ready: { path: '/health', status: 200 },
      routes: [{ client: 'anthropic-messages', upstream: 'openai-chat', model: `${provider},${model}` }],
    })),
};

const configFile = `{
  "HOST": "127.0.0.1",
  "PORT": {port},
  "providers": [
    {
      "name": "${provider}",
      "api_base_url": "{upstream}/v1/chat/completions",
      "api_key": "relaycert",
      "models": ["${model}"],
      "transformer": { "use": [] }
    }
  ]
}
`;
