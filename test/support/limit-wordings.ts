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

/** When each of the servers answered. */
export const LIMITED_AT = Date.UTC(2025, 8, 18, 12, 0, 0)

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const AT_SECONDS = LIMITED_AT / SECOND

function words(message: string, more: object = {}): object {
  return { error: { message, type: 'rate_limit_error', ...more } }
}

/** The next time at which clocks of this machine show an hour. */
function nextHere(hour: number, minute = 0): number {
  const at = new Date(LIMITED_AT)
  at.setHours(hour, minute, 0, 0)
  if (at.getTime() < LIMITED_AT) at.setDate(at.getDate() + 1)
  return at.getTime() - LIMITED_AT
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

const sentences: readonly (readonly [string, string, number | undefined])[] = [
  [
    'openai-per-day',
    'Rate limit reached for o4-mini on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s. Visit https://platform.openai.com/account/billing to add a payment method.',
    7 * MINUTE + 12 * SECOND,
  ],
  ['openai-seconds', 'Rate limit reached. Please try again in 20s.', 20 * SECOND],
  ['openai-milliseconds-in-words', 'Rate limit reached. Please try again in 564ms.', 564],
  [
    'groq-tokens-per-day',
    'Rate limit reached for model `m` on tokens per day (TPD): Limit 100000, Used 99992, Requested 530. Please try again in 7m31.2s.',
    7 * MINUTE + 31_200,
  ],
  ['gemini-words', 'Quota exceeded. Please retry in 3h4m5.5s.', 3 * HOUR + 4 * MINUTE + 5_500],
  ['claude-epoch', `Claude AI usage limit reached|${AT_SECONDS + 5 * 3600}`, 5 * HOUR],
  ['claude-past-epoch', `Claude AI usage limit reached|${AT_SECONDS - 5 * 3600}`, 0],
  // Berlin is two hours ahead of UTC in September.
  ['claude-zone', "You've hit your limit · resets 3pm (Europe/Berlin)", HOUR],
  ['claude-just-passed', "You've hit your limit · resets 1:58pm (Europe/Berlin)", 0],
  ['claude-tomorrow', "You've hit your limit · resets 9:30am (Europe/Berlin)", 19.5 * HOUR],
  [
    'claude-odd-zone',
    'Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5).',
    6 * HOUR,
  ],
  [
    'claude-weekly',
    'Weekly limit reached ∙ resets Sep 22, 1pm (America/New_York)',
    4 * DAY + 5 * HOUR,
  ],
  ['claude-no-zone', 'Claude usage limit reached. Your limit will reset at 3am.', nextHere(3)],
  ['new-year', 'Usage limit reached. Resets Jan 2 at 12:00 UTC', 106 * DAY],
  [
    'codex-duration',
    "You've hit your usage limit. Try again in 3 days 5 hours 10 minutes.",
    3 * DAY + 5 * HOUR + 10 * MINUTE,
  ],
  [
    'codex-time',
    "You've hit your usage limit. Upgrade to Pro or try again at 11:45 PM.",
    nextHere(23, 45),
  ],
  [
    'codex-date',
    "You've hit your usage limit. Try again at Sep 20th, 2025 3:05 PM UTC.",
    2 * DAY + 3 * HOUR + 5 * MINUTE,
  ],
  ['copilot-words', 'You have exceeded your rate limit. Please try again in 2 hours.', 2 * HOUR],
  [
    'kimi',
    'Your account reached organization max RPM: 3, please try again after 1 seconds',
    SECOND,
  ],
  ['xai', 'Too many requests for team. The rate limit resets in 90 seconds.', 90 * SECOND],
  // Without a zone, its servers mean China's: 13:31:12 in UTC.
  [
    'z-ai',
    'Usage limit reached for 5 hour. Your limit will reset at 2025-09-18 21:31:12',
    HOUR + 31 * MINUTE + 12 * SECOND,
  ],
  ['z-ai-just-passed', 'Your limit will reset at 2025-09-18 19:59:58', 0],
  [
    'zhipu',
    '已达到 5 小时的使用上限。您的限额将在 2025-09-18 21:31:12 重置。',
    HOUR + 31 * MINUTE + 12 * SECOND,
  ],
  ['chinese-duration', '请求过于频繁，请在 20 秒后重试', 20 * SECOND],
  [
    'volcengine',
    'You have exceeded the 5-hour usage quota. It will reset at 2025-09-18 22:10:42 +0800 CST.',
    2 * HOUR + 10 * MINUTE + 42 * SECOND,
  ],
  ['numeric-date-in-utc', 'Rate limit exceeded, retry after 2025-09-18 14:00:00', 2 * HOUR],
  ['iso-date', 'Weekly limit exhausted. Resets at 2025-09-21T00:00:00Z', 2.5 * DAY],
  ['http-date-in-words', 'Quota exceeded until Thu, 18 Sep 2025 15:00:00 GMT.', 3 * HOUR],
  ['weekday', 'Usage limit reached. Resets Monday 9:00 AM UTC', 3 * DAY + 21 * HOUR],
  ['midnight-pacific', 'Daily limit reached. Usage resets at midnight Pacific.', 19 * HOUR],
  ['tomorrow', 'Daily limit reached. Try again tomorrow at 8am UTC.', 20 * HOUR],
  ['in-an-hour', 'Rate limit exceeded. Please wait an hour and try again.', HOUR],
  ['clock', 'Rate limit exceeded. Try again in 01:30:00.', 90 * MINUTE],
  ['bare-seconds', 'Rate limit exceeded, retry after 120', 2 * MINUTE],
  ['bedrock', 'ThrottlingException: Too many tokens, please wait before trying again.', undefined],
  ['no-time', 'Rate limit exceeded. Please try again later.', undefined],
  [
    'window-is-no-wait',
    'Rate limit of 5 requests per 1 minute exceeded. Limits reset every 5h.',
    undefined,
  ],
]

export const limitWordings: readonly LimitWording[] = [
  ...headers,
  ...bodies,
  ...sentences.map(([name, message, afterMs]) => ({ name, body: words(message), afterMs })),
]
