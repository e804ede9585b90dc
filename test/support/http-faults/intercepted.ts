import {
  anthropic,
  CHECK_NETWORK,
  compatible,
  fails,
  google,
  type HttpFault,
  LABELS,
  ollama,
  openai,
  RETRIED,
} from './http-fault.ts'
import { html, plain, redirect } from './replies.ts'

/** Pages and redirects: something other than the provider answered. */
export const intercepted: readonly HttpFault[] = [
  {
    name: 'a captive portal answers 200',
    model: openai,
    reply: html(200, 'Sign in', 'Welcome to the hotel &amp; spa'),
    expected: fails(
      `A web page answered instead of OpenAI (200): “Sign in Welcome to the hotel & spa.” ${CHECK_NETWORK}`,
    ),
  },
  ...([anthropic, google, ollama, compatible] as const).map(
    (model): HttpFault => ({
      name: `a page answers 200 to ${model}`,
      model,
      reply: html(200, 'It works!', 'nginx'),
      expected: fails(
        `A web page answered instead of ${LABELS[model]} (200): “It works! nginx.” ${CHECK_NETWORK}`,
      ),
    }),
  ),
  ...([openai, anthropic, google, ollama] as const).map(
    (model): HttpFault => ({
      name: `a firewall's page answers 403 to ${model}`,
      model,
      reply: html(403, 'Access denied', 'Category: AI. Contact IT.'),
      expected: fails(
        `A web page answered instead of ${LABELS[model]} (403): “Access denied Category: AI. Contact IT.” ${CHECK_NETWORK}`,
      ),
    }),
  ),
  {
    name: 'Cloudflare answers 403 as text',
    model: anthropic,
    reply: plain(403, 'error code: 1020'),
    expected: fails(
      `Something else answered instead of Anthropic (403): “error code: 1020.” ${CHECK_NETWORK}`,
    ),
  },
  {
    name: 'a proxy asks for a sign-in with 407',
    model: openai,
    reply: html(407, 'Proxy Authentication Required', 'Squid'),
    expected: fails(
      'The proxy in front of OpenAI requires a sign-in (407). Add a user name and password to the proxy address.',
    ),
  },
  {
    name: 'a network asks for a sign-in with 511',
    model: google,
    reply: html(511, 'Network Authentication Required', 'Log in to continue.'),
    expected: fails(
      `A web page answered instead of Google Gemini (511): “Network Authentication Required Log in to continue.” ${CHECK_NETWORK}`,
    ),
  },
  {
    name: 'a page says that an address is not found',
    model: compatible,
    reply: html(404, '404 Not Found', 'nginx/1.24'),
    expected: fails(
      `A web page answered instead of OpenAI-compatible server (404): “404 Not Found nginx/1.24.” ${CHECK_NETWORK}`,
    ),
  },
  ...([openai, anthropic, google, ollama] as const).map(
    (model): HttpFault => ({
      name: `a redirect sends ${model} to a login page`,
      model,
      reply: redirect(302, 'https://login.corp.invalid/sso?back=1'),
      expected: fails(
        `${LABELS[model]} redirects to https://login.corp.invalid (302). ${CHECK_NETWORK}`,
      ),
    }),
  ),
  {
    name: 'a permanent redirect leads to another host',
    model: anthropic,
    reply: redirect(308, 'https://elsewhere.invalid/v1/messages'),
    expected: fails(`Anthropic redirects to https://elsewhere.invalid (308). ${CHECK_NETWORK}`),
  },
  {
    name: 'a temporary redirect stays on the host',
    model: openai,
    reply: redirect(307, '/v1/chat/completions'),
    expected: RETRIED,
  },
  {
    name: 'a temporary redirect of Gemini stays on the host',
    model: google,
    reply: redirect(307, '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse'),
    expected: RETRIED,
  },
  {
    name: 'a redirect has no location',
    model: compatible,
    reply: { raw: { status: 302, body: '' } },
    expected: fails(`OpenAI-compatible server redirects (302). ${CHECK_NETWORK}`),
  },
]
