import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessPreset } from './preset.ts';
import { presetConfig } from './preset-config.ts';

const version = '1.15.2';

/**
 * Portkey's open-source gateway. It takes its port from `--port=` (it reads `PORT` too, but does not listen on it) and
 * its upstream from request headers. For a Chat client over Gemini it asks Gemini for a stream as a JSON array, and
 * translates it. Gemini's own paths go through its proxy for everything below `/v1`. It has no routes for other pairs
 * of dialects: it answers 500 "messages is not supported by openai" (or by google), "createModelResponse is not
 * supported by anthropic" (or by google), and its Chat endpoint never asks for Responses.
 */
export const preset: ProcessPreset = {
  kind: 'process',
  id: 'portkey',
  packages: 'npm',
  title: `Portkey AI Gateway ${version}`,
  configure: (folder) =>
    presetConfig({ id: 'portkey', packages: 'npm' }, folder, ({ node, install, script }) => ({
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
        {
          client: 'openai-chat',
          upstream: 'gemini-generate',
          model: 'gemini-2.5-flash',
          headers: upstreamHeaders('google', ''),
        },
        {
          client: 'gemini-generate',
          upstream: 'gemini-generate',
          model: 'gemini-2.5-flash',
          basePath: '/v1',
          headers: upstreamHeaders('google', ''),
        },
        {
          client: 'openai-responses',
          upstream: 'openai-responses',
          model: 'gpt-4o-mini',
          headers: upstreamHeaders('openai'),
        },
      ],
    })),
};

/** Portkey puts Gemini's version into the path itself. For other providers the version belongs to the host. */
function upstreamHeaders(
  provider: 'anthropic' | 'google' | 'openai',
  version: '/v1' | '' = '/v1',
): Readonly<Record<string, string>> {
  return { 'x-portkey-provider': provider, 'x-portkey-custom-host': `{upstream}${version}` };
}
