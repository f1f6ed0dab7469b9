import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessPreset } from './preset.ts';
import { presetConfig } from './preset-config.ts';

const version = '1.15.2';

/**
 * Portkey's open-source gateway. It takes its port from `--port=` (`PORT` is read too, but not to listen on) and its
 * upstream from request headers. Messages over Chat is no route of it: "messages is not supported by openai".
 */
export const preset: ProcessPreset = {
  kind: 'process',
  id: 'portkey',
  title: `Portkey AI Gateway ${version}`,
  configure: (folder) =>
    presetConfig('portkey', folder, ({ node, install, script }) => ({
      name: 'portkey',
      version,
      start: {
        command: [
          node,
          `--import=${pathToFileURL(script('loopback.mjs')).href}`,
          join(install, 'node_modules/@portkey-ai/gateway/build/start-server.js'),
          '--headless',
          '--port={port}',
        ],
        env: { PORT: '{port}' },
      },
      ready: { path: '/', status: 200 },
      routes: [
        {
          client: 'openai-chat',
          upstream: 'anthropic-messages',
          model: 'claude-sonnet-4-5',
          headers: upstreamHeaders('anthropic'),
        },
        { client: 'openai-chat', upstream: 'openai-chat', model: 'gpt-4o-mini', headers: upstreamHeaders('openai') },
        {
          client: 'anthropic-messages',
          upstream: 'anthropic-messages',
          model: 'claude-sonnet-4-5',
          headers: upstreamHeaders('anthropic'),
        },
      ],
    })),
};

function upstreamHeaders(provider: 'anthropic' | 'openai'): Readonly<Record<string, string>> {
  return { 'x-portkey-provider': provider, 'x-portkey-custom-host': '{upstream}/v1' };
}
