import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, hex, lines } from './writing.ts'

const mistral: SecretKind = {
  name: 'Mistral API key',
  source: 'https://docs.mistral.ai/getting-started/quickstart/',
  make: ({ chars }) => chars(alphanumeric, 32),
  write: {
    ini: (secret) =>
      lines('# copied from .env.example', `MISTRAL_API_KEY=${secret}`, 'MISTRAL_MODEL=codestral'),
    yaml: (secret) =>
      lines(
        'models:',
        '  - name: Codestral',
        '    provider: mistral',
        '    model: codestral-latest',
        `    apiKey: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "tabAutocompleteModel": {',
        '    "title": "Codestral",',
        '    "provider": "mistral",',
        `    "apiKey": "${secret}"`,
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl --location "https://api.mistral.ai/v1/chat/completions" \\',
        '  --header "Content-Type: application/json" \\',
        `  --header "Authorization: Bearer ${secret}" \\`,
        '  --data @request.json',
      ),
    prose: (secret) =>
      lines(
        `You can use my Mistral API key for the demo: ${secret}.`,
        'I delete it on Monday, so no harm done.',
      ),
  },
}

const openAi: SecretKind = {
  name: 'OpenAI project API key',
  source: 'https://platform.openai.com/docs/api-reference/authentication',
  make: ({ chars }) =>
    `sk-proj-${chars(base64UrlAlphabet, 74)}T3BlbkFJ${chars(base64UrlAlphabet, 74)}`,
  write: {
    ini: (secret) => lines('[openai]', 'model = gpt-4.1', `api_key = ${secret}`),
    yaml: (secret) =>
      lines(
        'model_list:',
        '  - model_name: gpt-4.1',
        '    litellm_params:',
        '      model: openai/gpt-4.1',
        `      api_key: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        `  "OPENAI_API_KEY": "${secret}",`,
        '  "tokens": null,',
        '  "last_refresh": null',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://api.openai.com/v1/models \\',
        `  -H "Authorization: Bearer ${secret}" \\`,
        '  -H "OpenAI-Organization: org-acme"',
      ),
    prose: (secret) =>
      lines(
        'openai.AuthenticationError: Error code: 401 - Incorrect API key provided:',
        `${secret}. You can find your API key at`,
        'https://platform.openai.com/account/api-keys.',
      ),
  },
}

const openAiLegacy: SecretKind = {
  name: 'OpenAI user API key',
  source: 'https://help.openai.com/en/articles/4936850-where-do-i-find-my-openai-api-key',
  make: ({ chars }) => `sk-${chars(alphanumeric, 20)}T3BlbkFJ${chars(alphanumeric, 20)}`,
  write: {
    ini: (secret) => lines('# .env.local', `OPENAI_API_KEY="${secret}"`, 'NEXT_PUBLIC_TITLE=Acme'),
    yaml: (secret) =>
      lines('llm:', '  api_type: "openai"', '  model: "gpt-4-turbo"', `  api_key: "${secret}"`),
    json: (secret) =>
      lines(
        '{',
        '  "mcpServers": {',
        '    "images": {',
        '      "command": "npx",',
        '      "args": ["-y", "image-server"],',
        `      "env": { "OPENAI_API_KEY": "${secret}" }`,
        '    }',
        '  }',
        '}',
      ),
    shell: (secret) => lines(`OPENAI_API_KEY=${secret} python3 summarize.py --input notes.md`),
    prose: (secret) =>
      lines(
        'Does this key still work for anybody?',
        '',
        `    ${secret}`,
        '',
        'I get 429 since noon.',
      ),
  },
}

const openRouter: SecretKind = {
  name: 'OpenRouter API key',
  source: 'https://openrouter.ai/docs/api-reference/authentication',
  make: ({ chars }) => `sk-or-v1-${chars(hex, 64)}`,
  write: {
    ini: (secret) =>
      lines('[llm]', 'base_url = https://openrouter.ai/api/v1', `api_key = '${secret}'`),
    yaml: (secret) =>
      lines(
        '# .aider.conf.yml',
        'model: openrouter/anthropic/claude',
        'api-key:',
        `  - openrouter=${secret}`,
      ),
    json: (secret) => lines(`{"provider":"openrouter","key":"${secret}","limit":20}`),
    shell: (secret) => lines('# try it', `aider --api-key openrouter=${secret} --model sonnet`),
    prose: (secret) =>
      lines(
        `OpenRouter gave me ${secret} yesterday, and it is already out of credit.`,
        'Is there a cheaper model for the tests?',
      ),
  },
}

const perplexity: SecretKind = {
  name: 'Perplexity API key',
  source: 'https://docs.perplexity.ai/getting-started/quickstart',
  make: ({ chars }) => `pplx-${chars(alphanumeric, 48)}`,
  write: {
    ini: (secret) => lines('[search]', 'engine = perplexity', `token = ${secret}`),
    yaml: (secret) =>
      lines('env:', '  LOG_LEVEL: info', `  PERPLEXITY_API_KEY: ${secret}`, '  TZ: Europe/Berlin'),
    json: (secret) =>
      lines(
        '{',
        '  "url": "https://api.perplexity.ai/chat/completions",',
        `  "headers": { "Authorization": "Bearer ${secret}", "accept": "application/json" }`,
        '}',
      ),
    shell: (secret) =>
      lines('if [ -z "$PPLX_API_KEY" ]; then', `  export PPLX_API_KEY="${secret}"`, 'fi'),
    prose: (secret) =>
      lines(`[10:02] mira: for research mode set ${secret} in the settings dialog`),
  },
}

const replicate: SecretKind = {
  name: 'Replicate API token',
  source: 'https://replicate.com/docs/topics/security/api-tokens',
  make: ({ chars }) => `r8_${chars(alphanumeric, 37)}`,
  write: {
    ini: (secret) => lines('[Service]', 'User=render', `Environment=REPLICATE_API_TOKEN=${secret}`),
    yaml: (secret) => lines('replicate:', `  token: ${secret}`, '  model: stability-ai/sdxl'),
    json: (secret) => lines('{', `  "replicate_api_token": "${secret}",`, '  "steps": 30', '}'),
    shell: (secret) =>
      lines(
        'curl -s -X POST \\',
        `  -H "Authorization: Token ${secret}" \\`,
        '  -d @input.json https://api.replicate.com/v1/predictions',
      ),
    prose: (secret) =>
      lines(
        'INFO cog: starting prediction 3fb2',
        `WARN cog: token ${secret} was rejected with 402 Payment Required`,
      ),
  },
}

const xAi: SecretKind = {
  name: 'xAI API key',
  source: 'https://docs.x.ai/docs/tutorial',
  make: ({ chars }) => `xai-${chars(alphanumeric, 80)}`,
  write: {
    ini: (secret) => lines('[providers.xai]', 'model=grok-4', `apikey=${secret}`),
    yaml: (secret) =>
      lines('providers:', '  xai:', `    api_key: "${secret}"`, '    timeout_seconds: 60'),
    json: (secret) => lines('{', '  "provider": "xai",', `  "apiKey": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        'curl https://api.x.ai/v1/chat/completions \\',
        '-H "Content-Type: application/json" \\',
        `-H "Authorization: Bearer ${secret}" -d @body.json`,
      ),
    prose: (secret) =>
      lines(
        'Pasting it here so that I do not lose it again:',
        `grok key ${secret}`,
        '(the free one)',
      ),
  },
}

export const modelKinds: readonly SecretKind[] = [
  mistral,
  openAi,
  openAiLegacy,
  openRouter,
  perplexity,
  replicate,
  xAi,
]
