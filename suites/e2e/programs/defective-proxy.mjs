// A proxy with one defect, which DEFECT names. It reads a whole stream, changes its events, and writes them again.
import { request as ask, createServer } from 'node:http';

const upstream = new URL(process.env.UPSTREAM);
const ofConnection = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);

/** An event as `{ name, data }`; `json` is its data where it is JSON. */
function parse(text) {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.split('\n');
      const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.find((line) => line.startsWith('data: '))?.slice(6) ?? '';
      return data.startsWith('{') ? { name, json: JSON.parse(data) } : { name, data };
    });
}

function write(events) {
  return events
    .map(({ name, json, data, raw }) =>
      raw === undefined
        ? `${name === undefined ? '' : `event: ${name}\n`}data: ${json === undefined ? data : JSON.stringify(json)}\n\n`
        : raw,
    )
    .join('');
}

/** Changes every event that is JSON. */
const each = (change) => (events) => {
  for (const { json } of events) {
    if (json !== undefined) {
      change(json);
    }
  }
  return events;
};
const without = (unwanted) => (events) => events.filter((event) => !unwanted(event));
const isNamed = (name) => (event) => event.name === name;
const endsWith = (events, isEnd, end) => (events.some(isEnd) ? events : [...events, ...end]);
const lower = (holder, key) => {
  if (typeof holder?.[key] === 'string') {
    holder[key] = holder[key].toLowerCase();
  }
};
/** Every member of this name, at any depth. */
function members(value, key, change) {
  if (typeof value === 'object' && value !== null) {
    if (value[key] !== undefined && value[key] !== null) {
      change(value, key);
    }
    for (const inner of Object.values(value)) {
      members(inner, key, change);
    }
  }
}

const choices = (json, change) => {
  for (const choice of json.choices ?? []) {
    change(choice);
  }
};
const calls = (json, change) => choices(json, (choice) => (choice.delta?.tool_calls ?? []).forEach(change));
const parts = (json, change) => (json.candidates ?? []).forEach((one) => (one.content?.parts ?? []).forEach(change));
const isDone = (event) => event.data === '[DONE]';

const chat = {
  'chat-done-after-cut': (events) => endsWith(events, isDone, [{ data: '[DONE]' }]),
  'chat-stop-for-error': (events) =>
    events.some(({ json }) => json?.error !== undefined)
      ? [
          ...events.filter(({ json }) => json?.error === undefined && json?.choices !== undefined),
          { json: { ...events[0].json, choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }] } },
          { data: '[DONE]' },
        ]
      : events,
  'chat-always-stop': each((json) =>
    choices(json, (choice) => {
      choice.finish_reason = choice.finish_reason === null ? null : 'stop';
    }),
  ),
  'chat-usage-lost': without(({ json }) => json?.choices?.length === 0),
  'chat-usage-zero': (events) =>
    events.some(({ json }) => json?.choices?.length === 0)
      ? events
      : events.flatMap((event) =>
          isDone(event) && events[0].json?.choices !== undefined
            ? [
                {
                  json: {
                    ...events[0].json,
                    choices: [],
                    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
                  },
                },
                event,
              ]
            : [event],
        ),
  'chat-call-lost': without(({ json }) =>
    (json?.choices ?? []).some(({ delta }) => (delta?.tool_calls ?? []).some(({ index }) => index > 0)),
  ),
  'chat-arguments-lower': each((json) => calls(json, (call) => lower(call.function, 'arguments'))),
  'chat-call-id-lost': each((json) => calls(json, (call) => delete call.id)),
  'chat-text-trimmed': each((json) =>
    choices(json, ({ delta }) => {
      if (typeof delta?.content === 'string') {
        delta.content = delta.content.trim();
      }
    }),
  ),
  'chat-text-twice': (events) =>
    events.flatMap((event) =>
      (event.json?.choices ?? []).some(({ delta }) => delta?.content) ? [event, event] : [event],
    ),
  'chat-quiet-close': without(
    (event) => isDone(event) || (event.json?.choices ?? []).some(({ finish_reason }) => finish_reason !== null),
  ),
  'chat-capital-data': (events) =>
    events.map((event) => (event.json ? { raw: `Data: ${JSON.stringify(event.json)}\n\n` } : event)),
};

const isStop = isNamed('message_stop');
const blocks = (json, change) => (json.content_block === undefined ? undefined : change(json.content_block));
const messages = {
  'messages-stop-after-cut': (events) =>
    endsWith(events, isStop, [{ name: 'message_stop', json: { type: 'message_stop' } }]),
  'messages-end-for-error': (events) =>
    events.some(isNamed('error'))
      ? [
          ...events.filter(({ name }) => name !== 'error'),
          {
            name: 'message_delta',
            json: {
              type: 'message_delta',
              delta: { stop_reason: 'end_turn', stop_sequence: null },
              usage: { output_tokens: 1 },
            },
          },
          { name: 'message_stop', json: { type: 'message_stop' } },
        ]
      : events,
  'messages-always-end-turn': each((json) => {
    if (json.delta?.stop_reason) {
      json.delta.stop_reason = 'end_turn';
    }
  }),
  'messages-block-open': without(isNamed('content_block_stop')),
  'messages-signature-lost': without(({ json }) => json?.delta?.type === 'signature_delta'),
  'messages-usage-half': each((json) => {
    if (json.type === 'message_delta') {
      json.usage.output_tokens = Math.ceil(json.usage.output_tokens / 2);
    }
  }),
  'messages-index-from-one': each((json) => {
    if (json.index !== undefined) {
      json.index += 1;
    }
  }),
  'messages-arguments-lower': each((json) => lower(json.delta, 'partial_json')),
  'messages-call-id-new': each((json) =>
    blocks(json, (block) => {
      if (block.type === 'tool_use') {
        block.id = `${block.id}_2`;
      }
    }),
  ),
  'messages-no-event-line': (events) => events.map(({ json, data }) => ({ json, data })),
};

const hasEnded = ({ name }) => ['response.completed', 'response.failed', 'response.incomplete', 'error'].includes(name);
const completed = (response) => ({
  name: 'response.completed',
  json: { type: 'response.completed', sequence_number: 999, response },
});
const responses = {
  'responses-completed-after-cut': (events) =>
    endsWith(events, hasEnded, [completed({ ...events[0]?.json?.response, status: 'completed' })]),
  'responses-completed-for-failure': (events) =>
    events.some(({ name }) => name === 'response.failed' || name === 'error')
      ? [
          ...events.filter((event) => !hasEnded(event)),
          completed({ ...events[0]?.json?.response, status: 'completed' }),
        ]
      : events,
  'responses-always-completed': (events) =>
    events.map((event) =>
      event.name === 'response.incomplete'
        ? {
            name: 'response.completed',
            json: {
              ...event.json,
              type: 'response.completed',
              response: { ...event.json.response, status: 'completed', incomplete_details: null },
            },
          }
        : event,
    ),
  'responses-usage-lost': each((json) =>
    members(json, 'usage', (holder, key) => {
      holder[key] = null;
    }),
  ),
  'responses-text-lower': each((json) => {
    if (json.type?.startsWith('response.output_text')) {
      lower(json, 'delta');
      lower(json, 'text');
    }
    members(json, 'text', (holder) => lower(holder, 'text'));
  }),
  'responses-unnumbered': each((json) => delete json.sequence_number),
  'responses-part-unannounced': without(isNamed('response.content_part.added')),
  'responses-call-renamed': each((json) =>
    members(json, 'name', (holder) => {
      if (holder.type === 'function_call' || holder.type?.startsWith('response.function_call')) {
        holder.name = `${holder.name}_tool`;
      }
    }),
  ),
  'responses-arguments-lower': each((json) => {
    members(json, 'arguments', (holder) => lower(holder, 'arguments'));
    if (json.type === 'response.function_call_arguments.delta') {
      lower(json, 'delta');
    }
  }),
  'responses-other-id': each((json) => {
    if (json.type === 'response.completed') {
      json.response.id = 'resp_other';
    }
  }),
};

const finished = ({ json }) => (json?.candidates ?? []).some(({ finishReason }) => finishReason);
const gemini = {
  'gemini-stop-after-cut': (events) =>
    events.some((event) => finished(event) || event.json?.error !== undefined)
      ? events
      : [
          ...events,
          {
            json: {
              ...events[0]?.json,
              candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
            },
          },
        ],
  'gemini-stop-for-error': (events) =>
    events.some(({ json }) => json?.error !== undefined)
      ? [
          ...events.filter(({ json }) => json?.error === undefined),
          {
            json: {
              candidates: [{ content: { role: 'model', parts: [{ text: '.' }] }, finishReason: 'STOP', index: 0 }],
              usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
              modelVersion: events[0]?.json?.modelVersion ?? 'gemini',
              responseId: events[0]?.json?.responseId ?? 'id',
            },
          },
        ]
      : events,
  'gemini-always-stop': each((json) =>
    members(json, 'finishReason', (holder) => {
      holder.finishReason = 'STOP';
    }),
  ),
  'gemini-usage-lost': each((json) => delete json.usageMetadata),
  'gemini-signature-lost': each((json) => parts(json, (part) => delete part.thoughtSignature)),
  'gemini-arguments-lower': each((json) =>
    parts(json, (part) => {
      for (const key of Object.keys(part.functionCall?.args ?? {})) {
        lower(part.functionCall.args, key);
      }
    }),
  ),
  'gemini-call-lost': (events) => {
    let kept;
    return each((json) => {
      for (const { content } of json.candidates ?? []) {
        if (content?.parts) {
          kept ??= content.parts.find(({ functionCall }) => functionCall !== undefined);
          content.parts = content.parts.filter((part) => part.functionCall === undefined || part === kept);
        }
      }
    })(events);
  },
  'gemini-thought-shown': each((json) => parts(json, (part) => delete part.thought)),
  'gemini-broken-json': (events) =>
    events.map((event, index) =>
      index === 1 ? { raw: `data: ${JSON.stringify(event.json).slice(0, -1)}\n\n` } : event,
    ),
  'gemini-finish-lost': each((json) => members(json, 'finishReason', (holder) => delete holder.finishReason)),
};

const defect = { ...chat, ...messages, ...responses, ...gemini }[process.env.DEFECT];

createServer((request, response) => {
  const call = ask(
    {
      host: upstream.hostname,
      port: upstream.port,
      path: request.url,
      method: request.method,
      headers: { ...request.headers, host: upstream.host },
    },
    (answer) => {
      const raw = answer.rawHeaders;
      const headers = raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : []));
      response.writeHead(answer.statusCode, headers.filter(([name]) => !ofConnection.has(name.toLowerCase())).flat());
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      const isStream = String(answer.headers['content-type']).includes('event-stream') && answer.statusCode === 200;
      const pass = () => response.write(isStream ? write(defect(parse(text))) : text);
      answer.on('end', () => {
        pass();
        response.end();
      });
      answer.on('error', () => response.destroy());
    },
  );
  call.on('error', () => response.destroy());
  response.on('close', () => call.destroy());
  request.pipe(call);
}).listen(Number(process.env.PORT), '127.0.0.1');
