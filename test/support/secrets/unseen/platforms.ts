import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, hex, lines } from './writing.ts'

const netlify: SecretKind = {
  name: 'Netlify personal access token',
  source: 'https://docs.netlify.com/api/get-started/#authentication',
  make: ({ chars }) => `nfp_${chars(alphanumeric, 36)}`,
  write: {
    ini: (secret) => lines('NETLIFY_SITE_ID=acme', `NETLIFY_AUTH_TOKEN=${secret}`),
    yaml: (secret) => lines('env:', `  NETLIFY_AUTH_TOKEN: ${secret}`, '  NETLIFY_SITE_ID: acme'),
    json: (secret) =>
      lines('{ "users": { "5f1e": {', `  "auth": { "token": "${secret}" }`, '} } }'),
    shell: (secret) => lines(`netlify deploy --prod --dir=dist --auth ${secret}`),
    prose: (secret) => lines(`deploys work with ${secret}, but not with the token of the bot`),
  },
}

const nvidia: SecretKind = {
  name: 'NVIDIA API key',
  source: 'https://docs.nvidia.com/ngc/latest/ngc-user-guide.html',
  make: ({ chars }) => `nvapi-${chars(base64UrlAlphabet, 64)}`,
  write: {
    ini: (secret) => lines('[CURRENT]', `apikey = ${secret}`, 'format_type = ascii', 'org = acme'),
    yaml: (secret) =>
      lines('services:', '  nim:', '    environment:', `      - NGC_API_KEY=${secret}`),
    json: (secret) =>
      lines(`{"base_url":"https://integrate.api.nvidia.com/v1","api_key":"${secret}"}`),
    shell: (secret) => lines(`docker login nvcr.io -u '$oauthtoken' -p ${secret}`),
    prose: (secret) => lines('Which models can I use with', secret, 'on build.nvidia.com?'),
  },
}

const pinecone: SecretKind = {
  name: 'Pinecone API key',
  source: 'https://docs.pinecone.io/guides/projects/manage-api-keys',
  make: ({ chars }) => `pcsk_${chars(alphanumeric, 6)}_${chars(alphanumeric, 63)}`,
  write: {
    ini: (secret) => lines('[vectors]', 'index=docs', `api_key="${secret}"`),
    yaml: (secret) => lines('vectorstore:', '  type: pinecone', `  apiKey: ${secret}`),
    json: (secret) =>
      lines('{', '  "PINECONE_INDEX": "docs",', `  "PINECONE_API_KEY": "${secret}"`, '}'),
    shell: (secret) =>
      lines('curl https://api.pinecone.io/indexes \\', `  -H "Api-Key: ${secret}"`),
    prose: (secret) => lines(`pinecone.exceptions.UnauthorizedException: (401) Api-Key: ${secret}`),
  },
}

const postHog: SecretKind = {
  name: 'PostHog personal API key',
  source: 'https://posthog.com/docs/api#personal-api-keys-recommended',
  make: ({ chars }) => `phx_${chars(alphanumeric, 43)}`,
  write: {
    ini: (secret) =>
      lines('POSTHOG_HOST=https://eu.posthog.com', `POSTHOG_PERSONAL_API_KEY=${secret}`),
    yaml: (secret) => lines('posthog:', `  personal_api_key: '${secret}'`, '  project: 1'),
    json: (secret) =>
      lines(
        '{ "mcpServers": { "posthog": { "command": "npx", "args": ["mcp-remote"],',
        `  "env": { "POSTHOG_AUTH_HEADER": "Bearer ${secret}" }`,
        '} } }',
      ),
    shell: (secret) =>
      lines(`curl -H "Authorization: Bearer ${secret}" https://eu.posthog.com/api/projects/`),
    prose: (secret) =>
      lines(`I scheduled the export with ${secret} until somebody makes a service account.`),
  },
}

const prefect: SecretKind = {
  name: 'Prefect Cloud API key',
  source: 'https://docs.prefect.io/v3/how-to-guides/cloud/manage-users/api-keys',
  make: ({ chars }) => `pnu_${chars(alphanumeric, 36)}`,
  write: {
    ini: (secret) =>
      lines('active = "cloud"', '', '[profiles.cloud]', `PREFECT_API_KEY = "${secret}"`),
    yaml: (secret) =>
      lines('services:', '  worker:', '    environment:', `      PREFECT_API_KEY: ${secret}`),
    json: (secret) => lines(`{"name":"laptop","key":"${secret}","expiration":null}`),
    shell: (secret) => lines(`prefect cloud login -k ${secret} -w acme/default`),
    prose: (secret) =>
      lines('Unable to authenticate with Prefect Cloud!', `Your key ${secret} is invalid`),
  },
}

const sourcegraph: SecretKind = {
  name: 'Sourcegraph access token',
  source: 'https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token',
  make: ({ chars }) => `sgp_${chars(hex, 16)}_${chars(hex, 40)}`,
  write: {
    ini: (secret) =>
      lines('[sourcegraph]', 'endpoint = https://sourcegraph.com', `accessToken = ${secret}`),
    yaml: (secret) =>
      lines(
        'env:',
        '  SRC_ENDPOINT: https://acme.sourcegraph.com',
        `  SRC_ACCESS_TOKEN: ${secret}`,
      ),
    json: (secret) =>
      lines('{', '  "endpoint": "https://sourcegraph.com",', `  "accessToken": "${secret}"`, '}'),
    shell: (secret) => lines(`SRC_ACCESS_TOKEN=${secret} src search 'repo:acme TODO'`),
    prose: (secret) => lines(`cody says 401 with ${secret}`, 'the same token works for src'),
  },
}

const splunk: SecretKind = {
  name: 'Splunk HTTP Event Collector token',
  source: 'https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector',
  make: ({ chars }) =>
    `${chars(hex, 8)}-${chars(hex, 4)}-4${chars(hex, 3)}-${chars('89ab', 1)}${chars(hex, 3)}-${chars(hex, 12)}`,
  write: {
    ini: (secret) => lines('[http://shop]', 'disabled = 0', 'index = main', `token = ${secret}`),
    yaml: (secret) =>
      lines(
        'exporters:',
        '  splunk_hec:',
        `    token: "${secret}"`,
        '    endpoint: https://splunk.acme.example:8088',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "log-driver": "splunk",',
        '  "log-opts": {',
        `    "splunk-token": "${secret}",`,
        '    "splunk-url": "https://splunk.acme.example:8088"',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://splunk.acme.example:8088/services/collector/event \\',
        `  -H "Authorization: Splunk ${secret}" -d '{"event":"hello"}'`,
      ),
    prose: (secret) =>
      lines('Please send the logs to our HEC, port 8088.', `Token: ${secret}, index: main`),
  },
}

const spotify: SecretKind = {
  name: 'Spotify client secret',
  source: 'https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow',
  make: ({ chars }) => chars(hex, 32),
  write: {
    ini: (secret) =>
      lines('[spotify]', 'enabled = true', 'client_id = acme', `client_secret = ${secret}`),
    yaml: (secret) => lines('spotify:', '  client_id: acme', `  client_secret: ${secret}`),
    json: (secret) =>
      lines('{', '  "spotifyClientId": "acme",', `  "spotifyClientSecret": "${secret}"`, '}'),
    shell: (secret) =>
      lines('export SPOTIPY_CLIENT_ID=acme', `export SPOTIPY_CLIENT_SECRET='${secret}'`),
    prose: (secret) =>
      lines(`INVALID_CLIENT: Invalid client secret. I use client_secret=${secret}`),
  },
}

const typeform: SecretKind = {
  name: 'Typeform personal access token',
  source: 'https://www.typeform.com/developers/get-started/personal-access-token/',
  make: ({ chars }) => `tfp_${chars(alphanumeric, 44)}_${chars(alphanumeric, 14)}`,
  write: {
    ini: (secret) => lines('[forms]', 'provider = typeform', `token = ${secret}`),
    yaml: (secret) =>
      lines('source:', '  type: typeform', '  credentials:', `    access_token: ${secret}`),
    json: (secret) => lines(`{"typeform":{"token":"${secret}","form":"lT4Z3j"}}`),
    shell: (secret) =>
      lines(`curl -H "Authorization: Bearer ${secret}" https://api.typeform.com/me`),
    prose: (secret) =>
      lines(`To export the answers, run the script with ${secret} as the second argument.`),
  },
}

const zoom: SecretKind = {
  name: 'Zoom client secret',
  source: 'https://developers.zoom.us/docs/internal-apps/s2s-oauth/',
  make: ({ chars }) => chars(alphanumeric, 32),
  write: {
    ini: (secret) =>
      lines('ZOOM_ACCOUNT_ID=acme', 'ZOOM_CLIENT_ID=shop', `ZOOM_CLIENT_SECRET=${secret}`),
    yaml: (secret) =>
      lines('zoom:', '  account_id: acme', '  client_id: shop', `  client_secret: "${secret}"`),
    json: (secret) =>
      lines(
        '{',
        '  "accountId": "acme",',
        '  "clientId": "shop",',
        `  "clientSecret": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(
        "curl -X POST 'https://zoom.us/oauth/token?grant_type=account_credentials&account_id=acme' \\",
        `  -u 'shop:${secret}'`,
      ),
    prose: (secret) =>
      lines(
        'Zoom app credentials',
        'Account ID: acme',
        'Client ID: shop',
        `Client Secret: ${secret}`,
      ),
  },
}

export const platformKinds: readonly SecretKind[] = [
  netlify,
  nvidia,
  pinecone,
  postHog,
  prefect,
  sourcegraph,
  splunk,
  spotify,
  typeform,
  zoom,
]
