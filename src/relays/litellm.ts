import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { ProcessPreset } from './preset.ts';
import { presetConfig } from './preset-config.ts';

const version = '1.108.7';

interface Provider {
  readonly dialect: DialectId;
  /** Its name of a model of this provider, for a client of a dialect. */
  readonly model: (client: DialectId) => string;
  /** What its base URL of the provider needs after `{upstream}`. */
  readonly suffix: string;
}

/**
 * The dialects that it speaks. Its name of a model decides in which one it asks. For a Messages or Responses client, `openai/`
 * means Responses and `custom_openai/` Chat. For a Chat or Gemini client, `openai/` means Chat and `openai/responses/` Responses.
 */
const providers: readonly Provider[] = [
  { dialect: 'anthropic-messages', model: () => 'anthropic/claude-sonnet-4-5', suffix: '' },
  { dialect: 'gemini-generate', model: () => 'gemini/gemini-2.5-flash', suffix: '/v1beta' },
  {
    dialect: 'openai-chat',
    model: (client) => (asksForResponses(client) ? 'custom_openai/gpt-4o-mini' : 'openai/gpt-4o-mini'),
    suffix: '/v1',
  },
  {
    dialect: 'openai-responses',
    model: (client) => (asksForResponses(client) ? 'openai/gpt-4o-mini' : 'openai/responses/gpt-4o-mini'),
    suffix: '/v1',
  },
];

const pairs = providers.flatMap(({ dialect: client }) =>
  providers.map((provider) => ({ client, provider, model: `${client}-over-${provider.dialect}` })),
);

/**
 * LiteLLM's proxy, with each of its dialects on both sides. Without these settings it asks the upstream up to three times,
 * and stops asking for a minute after some errors. It needs some twenty seconds to start, and keeps up with about three
 * requests at once on two cores.
 */
export const preset: ProcessPreset = {
  kind: 'process',
  id: 'litellm',
  packages: 'pip',
  title: `LiteLLM ${version}`,
  configure: (folder) =>
    presetConfig({ id: 'litellm', packages: 'pip' }, folder, ({ python }) => ({
      name: 'litellm',
      version,
      start: {
        command: [
          ...[python, '-m', 'litellm.proxy.proxy_cli', '--config', '{work}/config.yaml'],
          ...['--host', '127.0.0.1', '--port', '{port}', '--telemetry', 'False'],
        ],
        cwd: '{work}',
        env: {
          // Tables that it would fetch from the network at its start.
          LITELLM_LOCAL_MODEL_COST_MAP: 'True',
          LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS: 'True',
          // Otherwise it reads `.env` files, and reports every error.
          LITELLM_MODE: 'PRODUCTION',
          LITELLM_LOG: 'ERROR',
          // It refuses to start without a key of its own.
          LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
          PYTHONNOUSERSITE: '1',
        },
        files: { 'config.yaml': JSON.stringify(config, null, 2) },
      },
      ready: { path: '/health/liveliness', status: 200, timeoutMs: 180_000 },
      routes: pairs.map(({ client, provider, model }) => ({ client, upstream: provider.dialect, model })),
    })),
};

/** Its keys are placeholders. */
const config = {
  model_list: pairs.map(({ client, provider, model }) => ({
    model_name: model,
    litellm_params: {
      model: provider.model(client),
      api_base: `{upstream}${provider.suffix}`,
      api_key: 'relaycert',
    },
  })),
  router_settings: { num_retries: 0, disable_cooldowns: true },
  litellm_settings: { num_retries: 0, drop_params: true },
};

function asksForResponses(client: DialectId): boolean {
  return client === 'anthropic-messages' || client === 'openai-responses';
}
