import { limitSentences } from './limit-sentences.ts'
import { AT_SECONDS, DAY, HOUR, LIMITED_AT, MINUTE, SECOND } from './limit-times.ts'

/** How a server says when its limit ends. */
export interface LimitWording {
  /** The server, or the kind of header or words. */
  readonly name: string
  /** 429 unless given. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** How long to wait, counted from `LIMITED_AT`; `undefined`: the server doesn't say. */
  readonly afterMs: number | undefined
}

function words(message: string, more: object = {}): object {
  return { error: { message, type: 'rate_limit_error', ...more } }
}

const headers: readonly LimitWording[] = [
  { name: 'retry-after-seconds', headers: { 'retry-after': '3600' }, afterMs: HOUR },
  { name: 'retry-after-fraction', headers: { 'retry-after': '0.5' }, afterMs: 500 },
  {
    name: 'retry-after-date',
    headers: { 'retry-after': 'Thu, 18 Sep 2025 13:30:00 GMT' },
    afterMs: 90 * MINUTE,
  },
  {
    name: 'retry-after-past-date',
    headers: { 'retry-after': 'Thu, 18 Sep 2025 11:30:00 GMT' },
    afterMs: 0,
  },
  { name: 'retry-after-negative', headers: { 'retry-after': '-5' }, afterMs: 0 },
  { name: 'retry-after-empty', headers: { 'retry-after': '' }, afterMs: undefined },
  { name: 'retry-after-nonsense', headers: { 'retry-after': 'soon' }, afterMs: undefined },
  {
    name: 'retry-after-absurd',
    headers: { 'retry-after': '99999999999' },
    afterMs: 99_999_999_999 * SECOND,
  },
  { name: 'retry-after-ms', headers: { 'retry-after-ms': '997000' }, afterMs: 997_000 },
  {
    name: 'retry-after-epoch',
    headers: { 'retry-after': String(AT_SECONDS + 7200) },
    afterMs: 2 * HOUR,
  },
  {
    name: 'server-clock-behind',
    headers: {
      date: 'Thu, 18 Sep 2025 11:50:00 GMT',
      'retry-after': 'Thu, 18 Sep 2025 12:50:00 GMT',
    },
    afterMs: HOUR,
  },
  {
    name: 'anthropic-rfc3339',
    headers: {
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': '2025-09-18T18:00:00Z',
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2025-09-18T12:45:00Z',
      'anthropic-ratelimit-output-tokens-remaining': '8000',
      'anthropic-ratelimit-output-tokens-reset': '2025-09-18T12:00:00Z',
    },
    afterMs: 45 * MINUTE,
  },
  {
    name: 'anthropic-longest-exhausted',
    headers: {
      'retry-after': '1800',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': '2025-09-18T12:20:00+00:00',
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2025-09-18T16:00:00+02:00',
    },
    afterMs: 2 * HOUR,
  },
  {
    name: 'anthropic-unified',
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(AT_SECONDS + 3 * 3600),
      'anthropic-ratelimit-unified-5h-status': 'rejected',
      'anthropic-ratelimit-unified-5h-reset': String(AT_SECONDS + 3 * 3600),
      'anthropic-ratelimit-unified-7d-status': 'allowed_warning',
      'anthropic-ratelimit-unified-7d-reset': String(AT_SECONDS + 4 * 86_400),
    },
    afterMs: 3 * HOUR,
  },
  {
    name: 'openai-durations',
    headers: {
      'x-ratelimit-remaining-requests': '59',
      'x-ratelimit-reset-requests': '1s',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    afterMs: 6 * MINUTE,
  },
  {
    name: 'openai-milliseconds',
    headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '12ms' },
    afterMs: 12,
  },
  {
    name: 'nothing-exhausted',
    headers: { 'x-ratelimit-remaining-requests': '12', 'x-ratelimit-reset-requests': '8h' },
    afterMs: undefined,
  },
  {
    name: 'nothing-said-of-what-is-left',
    headers: { 'x-ratelimit-reset-requests': '2s', 'x-ratelimit-reset-tokens': '1h30m' },
    afterMs: 90 * MINUTE,
  },
  {
    name: 'groq-daily',
    headers: {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '23h59m12.5s',
      'x-ratelimit-remaining-tokens': '5800',
      'x-ratelimit-reset-tokens': '2.1s',
    },
    body: words(
      'Rate limit reached for model `m` on requests per day (RPD): Limit 1000, Used 1000.',
    ),
    afterMs: 23 * HOUR + 59 * MINUTE + 12_500,
  },
  {
    name: 'github-seconds',
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(AT_SECONDS + 2400) },
    body: { message: 'API rate limit exceeded for user ID 1.' },
    afterMs: 40 * MINUTE,
  },
  {
    name: 'azure',
    headers: { 'retry-after-ms': '45000', 'x-ratelimit-reset-requests': '30' },
    body: words('Requests have exceeded call rate limit. Please retry after 45 seconds.'),
    afterMs: 45 * SECOND,
  },
  {
    name: 'mistral',
    headers: { 'ratelimitbysize-remaining': '0', 'ratelimitbysize-reset': '1440' },
    body: { object: 'error', message: 'Requests rate limit exceeded', type: 'rate_limited' },
    afterMs: 24 * MINUTE,
  },
  {
    name: 'cerebras',
    headers: {
      'x-ratelimit-remaining-requests-day': '0',
      'x-ratelimit-reset-requests-day': '33011.38',
      'x-ratelimit-remaining-tokens-minute': '60000',
      'x-ratelimit-reset-tokens-minute': '50000',
    },
    afterMs: 33_011_380,
  },
  {
    name: 'ietf-draft',
    headers: { ratelimit: '"burst";r=3;t=9000, "day";r=0;t=5400' },
    afterMs: 90 * MINUTE,
  },
  {
    name: 'ietf-older-draft',
    headers: { ratelimit: 'limit=100, remaining=0, reset=600', 'ratelimit-policy': '100;w=900' },
    afterMs: 10 * MINUTE,
  },
  {
    name: 'copilot',
    headers: { 'x-ratelimit-user-retry-after': '7200', 'x-ratelimit-exceeded': 'global-user-tpd' },
    body: { message: "Sorry, you've exceeded your Copilot token usage.", code: 'rate_limited' },
    afterMs: 2 * HOUR,
  },
  {
    name: 'overloaded-maintenance',
    status: 503,
    headers: { 'retry-after': '1800' },
    afterMs: 30 * MINUTE,
  },
  {
    name: 'failing-server-with-reset-header',
    status: 503,
    headers: { 'x-ratelimit-reset': '3600' },
    body: words('Service Unavailable', { type: 'server_error' }),
    afterMs: undefined,
  },
  {
    name: 'conflict-with-reset-header',
    status: 409,
    headers: { 'x-ratelimit-reset-requests': '8h' },
    body: words('Conflict', { type: 'conflict_error' }),
    afterMs: undefined,
  },
  {
    name: 'headers-of-another-error',
    status: 400,
    headers: { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1h' },
    body: words('temperature: must be at most 2', { type: 'invalid_request_error' }),
    afterMs: undefined,
  },
]

const bodies: readonly LimitWording[] = [
  {
    name: 'next-available-at',
    body: { error: { next_available_at: '2025-09-18T15:00:00Z' } },
    afterMs: 3 * HOUR,
  },
  {
    name: 'gemini-retry-info',
    body: {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '3600s' },
        ],
      },
    },
    afterMs: HOUR,
  },
  {
    name: 'gemini-protobuf-duration',
    body: { error: { code: 429, details: [{ retryDelay: { seconds: '120', nanos: 5 } }] } },
    afterMs: 2 * MINUTE,
  },
  {
    name: 'cloud-code-assist',
    body: {
      error: {
        code: 429,
        message:
          'You have exhausted your capacity on this model. Your quota will reset after 2h15m.',
        details: [{ metadata: { quotaResetDelay: '8100.5s' } }],
      },
    },
    afterMs: 8_100_500,
  },
  {
    name: 'openrouter-free',
    body: {
      error: {
        code: 429,
        message: 'Rate limit exceeded: free-models-per-day',
        metadata: {
          headers: {
            'X-RateLimit-Limit': '50',
            'X-RateLimit-Remaining': '0',
            'X-RateLimit-Reset': String(LIMITED_AT + 12 * HOUR),
          },
        },
      },
    },
    afterMs: 12 * HOUR,
  },
  {
    name: 'openrouter-upstream',
    body: {
      error: {
        code: 429,
        message: 'Provider returned error',
        metadata: {
          raw: '{"error":{"message":"Rate limit reached. Please try again in 4m30s."}}',
        },
      },
    },
    afterMs: 4 * MINUTE + 30 * SECOND,
  },
  {
    name: 'codex',
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-reset-after-seconds': '13873',
      'x-codex-secondary-used-percent': '80',
      'x-codex-secondary-reset-after-seconds': '316705',
      'x-codex-secondary-window-minutes': '10080',
    },
    body: {
      error: {
        type: 'usage_limit_reached',
        message: 'The usage limit has been reached',
        resets_at: AT_SECONDS + 13_872,
        resets_in_seconds: 13_872,
      },
    },
    afterMs: 13_873 * SECOND,
  },
  {
    name: 'retry-after-in-body',
    body: { detail: 'Request was throttled.', retry_after: 86_400 },
    afterMs: DAY,
  },
]

export const limitWordings: readonly LimitWording[] = [
  ...headers,
  ...bodies,
  ...limitSentences.map(([name, message, afterMs]) => ({ name, body: words(message), afterMs })),
]
