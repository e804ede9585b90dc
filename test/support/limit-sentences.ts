import { AT_SECONDS, DAY, HOUR, MINUTE, nextHere, SECOND } from './limit-times.ts'

/** What servers write of when a limit ends, and how long that is from then in milliseconds. */
export const limitSentences: readonly (readonly [string, string, number | undefined])[] = [
  ['next-request', 'Next request allowed at 2025-09-18T12:10:00+00:00', 10 * MINUTE],
  ['cooldown', 'Cooldown: 30 seconds remaining', 30 * SECOND],
  ['header-in-words', 'Rate limit exceeded. Retry-After: 120', 2 * MINUTE],
  ['traditional-chinese', '請於 30 秒後重試', 30 * SECOND],
  ['iso-duration-in-words', 'Rate limit exceeded, retry after PT15M.', 15 * MINUTE],
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
