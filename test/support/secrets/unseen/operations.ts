import type { SecretKind } from '../secret-kind.ts'
import {
  alphanumeric,
  base64UrlAlphabet,
  digits,
  hex,
  lines,
  lower,
  toBase64,
  toBase64Url,
  upper,
} from './writing.ts'

const sentryPublicKey = '9f3c'.repeat(8)

const mapbox: SecretKind = {
  name: 'Mapbox secret access token',
  source: 'https://docs.mapbox.com/help/dive-deeper/access-tokens/',
  make: ({ chars }) =>
    `sk.${toBase64Url(`{"u":"acme","a":"cl${chars(lower + digits, 23)}"}`)}.${chars(base64UrlAlphabet, 22)}`,
  write: {
    ini: (secret) => lines('android.useAndroidX=true', `MAPBOX_DOWNLOADS_TOKEN=${secret}`),
    yaml: (secret) => lines('maps:', '  style: mapbox://styles/acme/1', `  accessToken: ${secret}`),
    json: (secret) =>
      lines('{', '  "usage": "sk",', '  "note": "upload",', `  "token": "${secret}"`, '}'),
    shell: (secret) => lines(`curl "https://api.mapbox.com/tokens/v2/acme?access_token=${secret}"`),
    prose: (secret) =>
      lines(
        'Gradle: Received status code 401 from',
        `https://api.mapbox.com/downloads with ${secret}`,
      ),
  },
}

const newRelicUser: SecretKind = {
  name: 'New Relic user key',
  source: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
  make: ({ chars }) => `NRAK-${chars(upper + digits, 27)}`,
  write: {
    ini: (secret) => lines('[newrelic]', 'account = 12345', `personal_api_key = ${secret}`),
    yaml: (secret) => lines('newrelic:', '  region: EU', `  apiKey: ${secret}`),
    json: (secret) =>
      lines(
        '{',
        '  "default": {',
        `    "apiKey": "${secret}",`,
        '    "region": "US",',
        '    "accountID": 12345',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://api.newrelic.com/graphql \\',
        `  -H 'API-Key: ${secret}' \\`,
        '  --data-binary \'{"query":"{ actor { user { name } } }"}\'',
      ),
    prose: (secret) => lines(`NerdGraph explorer accepts ${secret}, Terraform doesn't. Region?`),
  },
}

const newRelicLicense: SecretKind = {
  name: 'New Relic license key',
  source: 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/',
  make: ({ chars }) => `${chars(hex, 36)}NRAL`,
  write: {
    ini: (secret) =>
      lines('[newrelic]', `license_key = ${secret}`, 'app_name = Shop', 'monitor_mode = true'),
    yaml: (secret) =>
      lines('# newrelic-infra.yml', `license_key: ${secret}`, 'display_name: web-1'),
    json: (secret) => lines('{', '  "appName": "shop",', `  "licenseKey": "${secret}"`, '}'),
    shell: (secret) =>
      lines(`NEW_RELIC_LICENSE_KEY=${secret} newrelic-admin run-program gunicorn app`),
    prose: (secret) =>
      lines(
        'newrelic.core: Data collector rejected the license key',
        `license_key=${secret} host=collector.newrelic.com`,
      ),
  },
}

const notion: SecretKind = {
  name: 'Notion integration token',
  source: 'https://developers.notion.com/reference/authentication',
  make: ({ chars }) => `ntn_${chars(digits, 11)}${chars(alphanumeric, 35)}`,
  write: {
    ini: (secret) => lines('[notion]', 'database = 8a1f', `token = "${secret}"`),
    yaml: (secret) => lines('notion:', `  auth: ${secret}`, "  version: '2022-06-28'"),
    json: (secret) =>
      lines(
        '{ "mcpServers": { "notion": { "command": "npx", "args": ["-y", "@notionhq/notion-mcp-server"],',
        `  "env": { "OPENAPI_MCP_HEADERS": "{\\"Authorization\\": \\"Bearer ${secret}\\", \\"Notion-Version\\": \\"2022-06-28\\" }" }`,
        '} } }',
      ),
    shell: (secret) =>
      lines(
        "curl 'https://api.notion.com/v1/users' \\",
        `  -H 'Authorization: Bearer ${secret}' \\`,
        "  -H 'Notion-Version: 2022-06-28'",
      ),
    prose: (secret) =>
      lines(`I shared the page with the integration (${secret}) but still get object_not_found.`),
  },
}

const notionLegacy: SecretKind = {
  name: 'Notion integration secret of the old format',
  source: 'https://developers.notion.com/page/changelog',
  make: ({ chars }) => `secret_${chars(alphanumeric, 43)}`,
  write: {
    ini: (secret) => lines('NOTION_DATABASE=8a1f', `NOTION_KEY=${secret}`),
    yaml: (secret) => lines('env:', `  NOTION_API_TOKEN: ${secret}`, '  NOTION_PAGE: 8a1f'),
    json: (secret) => lines(`{"auth":"${secret}","notionVersion":"2022-02-22"}`),
    shell: (secret) => lines(`NOTION_TOKEN="${secret}" node import.js --page 8a1f`),
    prose: (secret) =>
      lines(
        `    "Authorization": "Bearer ${secret}"`,
        'That line was in the notebook that I sent around.',
      ),
  },
}

const okta: SecretKind = {
  name: 'Okta API token',
  source: 'https://developer.okta.com/docs/guides/create-an-api-token/main/',
  make: ({ chars }) => `00${chars(base64UrlAlphabet, 40)}`,
  write: {
    ini: (secret) =>
      lines('okta.client.orgUrl=https://acme.okta.com', `okta.client.token=${secret}`),
    yaml: (secret) =>
      lines('okta:', '  client:', '    orgUrl: https://acme.okta.com', `    token: ${secret}`),
    json: (secret) =>
      lines('{', '  "orgUrl": "https://acme.okta.com",', `  "apiToken": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        `curl -H "Accept: application/json" -H "Authorization: SSWS ${secret}" \\`,
        '  "https://acme.okta.com/api/v1/users?limit=1"',
      ),
    prose: (secret) =>
      lines(
        '> GET /api/v1/users?limit=1 HTTP/1.1',
        '> Host: acme.okta.com',
        `> Authorization: SSWS ${secret}`,
        '< HTTP/1.1 401',
      ),
  },
}

const pagerDutyRest: SecretKind = {
  name: 'PagerDuty REST API key',
  source: 'https://developer.pagerduty.com/docs/authentication',
  make: ({ chars }) => `u+${chars(alphanumeric, 18)}`,
  write: {
    ini: (secret) => lines('[pagerduty]', `api_key = ${secret}`, 'schedule = PX1Y2Z3'),
    yaml: (secret) => lines('pagerduty:', `  token: "${secret}"`, '  service: PX1Y2Z3'),
    json: (secret) =>
      lines('{', `  "PAGERDUTY_USER_API_KEY": "${secret}",`, '  "debug": false', '}'),
    shell: (secret) =>
      lines(
        'curl -s https://api.pagerduty.com/incidents \\',
        `  -H 'Authorization: Token token=${secret}' \\`,
        "  -H 'Accept: application/json'",
      ),
    prose: (secret) => lines(`My PagerDuty API token is ${secret}; it is read-only.`),
  },
}

const pagerDutyRouting: SecretKind = {
  name: 'PagerDuty integration key',
  source: 'https://developer.pagerduty.com/docs/send-alert-event',
  make: ({ chars }) => chars(lower + digits, 32),
  write: {
    ini: (secret) => lines('[pagerduty]', 'severity = critical', `integration_key = ${secret}`),
    yaml: (secret) =>
      lines(
        'receivers:',
        '- name: oncall',
        '  pagerduty_configs:',
        `  - routing_key: ${secret}`,
        '    severity: critical',
      ),
    json: (secret) =>
      lines(
        `{"routing_key":"${secret}","event_action":"trigger","payload":{"summary":"disk","severity":"error"}}`,
      ),
    shell: (secret) =>
      lines(`export PD_SERVICE_KEY="${secret}"`, 'pd-send -t trigger -d "disk is full"'),
    prose: (secret) => lines(`I created the service "shop"; its integration key is ${secret}.`),
  },
}

const postman: SecretKind = {
  name: 'Postman API key',
  source: 'https://learning.postman.com/docs/developer/postman-api/authentication/',
  make: ({ chars }) => `PMAK-${chars(hex, 24)}-${chars(hex, 34)}`,
  write: {
    ini: (secret) => lines('[postman]', `apikey = ${secret}`, 'workspace = acme'),
    yaml: (secret) =>
      lines(
        '- run: |',
        `    postman login --with-api-key ${secret}`,
        '    postman collection run 1234',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "login": {',
        '    "_profiles": [',
        `      { "alias": "default", "postmanApiKey": "${secret}" }`,
        '    ]',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(`newman run "https://api.getpostman.com/collections/1234?apikey=${secret}"`),
    prose: (secret) => lines(`can you import the collection with ${secret} ? my trial ends today`),
  },
}

const sentryToken: SecretKind = {
  name: 'Sentry organization token',
  source: 'https://docs.sentry.io/cli/configuration/',
  make: ({ chars }) =>
    `sntrys_${toBase64(`{"iat":17350646${chars(digits, 2)}.0,"url":"https://sentry.io","region_url":"https://de.sentry.io","org":"acme"}`)}_${chars(`${alphanumeric}+/`, 43)}`,
  write: {
    ini: (secret) =>
      lines('[auth]', `token=${secret}`, '', '[defaults]', 'org=acme', 'project=shop'),
    yaml: (secret) => lines('env:', `  SENTRY_AUTH_TOKEN: ${secret}`, '  SENTRY_ORG: acme'),
    json: (secret) => lines('{', '  "org": "acme",', `  "authToken": "${secret}"`, '}'),
    shell: (secret) => lines(`sentry-cli --auth-token ${secret} releases new shop@1.2.0`),
    prose: (secret) =>
      lines(
        'error: API request failed',
        `  sentry reported an error: Invalid token ${secret} (http status: 401)`,
      ),
  },
}

const sentryDsn: SecretKind = {
  name: 'Sentry DSN secret key',
  source: 'https://docs.sentry.io/concepts/key-terms/dsn-explainer/',
  make: ({ chars }) => chars(hex, 32),
  write: {
    ini: (secret) =>
      lines('[sentry]', `dsn = https://${sentryPublicKey}:${secret}@sentry.acme.example/4`),
    yaml: (secret) =>
      lines(
        'raven:',
        `  dsn: 'https://${sentryPublicKey}:${secret}@sentry.io/4711'`,
        '  environment: live',
      ),
    json: (secret) =>
      lines(
        '{ "dsn": {',
        `  "secret": "https://${sentryPublicKey}:${secret}@o1.ingest.sentry.io/4711",`,
        `  "public": "https://${sentryPublicKey}@o1.ingest.sentry.io/4711"`,
        '} }',
      ),
    shell: (secret) =>
      lines(
        `SENTRY_DSN=https://${sentryPublicKey}:${secret}@sentry.io/4711 python manage.py raven test`,
      ),
    prose: (secret) =>
      lines(
        'raven.base: Sentry responded with an error: 403',
        `X-Sentry-Auth: Sentry sentry_version=7, sentry_key=${sentryPublicKey}, sentry_secret=${secret}`,
      ),
  },
}

const trello: SecretKind = {
  name: 'Trello API token',
  source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/',
  make: ({ chars }) => `ATTA${chars(hex, 64)}${chars(hex.toUpperCase(), 8)}`,
  write: {
    ini: (secret) => lines('[trello]', 'key = acmekey', `token = ${secret}`),
    yaml: (secret) => lines('trello:', '  board: 5f1e', `  api_token: ${secret}`),
    json: (secret) =>
      lines('{', '  "TRELLO_API_KEY": "acmekey",', `  "TRELLO_TOKEN": "${secret}"`, '}'),
    shell: (secret) =>
      lines(`curl 'https://api.trello.com/1/members/me/boards?key=acmekey&token=${secret}'`),
    prose: (secret) =>
      lines(
        'You have granted access to your Trello account. To complete the process,',
        'please give this token:',
        '',
        secret,
      ),
  },
}

const yandex: SecretKind = {
  name: 'Yandex Cloud API key',
  source: 'https://yandex.cloud/en/docs/iam/concepts/authorization/api-key',
  make: ({ chars }) => `AQVN${chars(base64UrlAlphabet, 36)}`,
  write: {
    ini: (secret) => lines('[speechkit]', 'folder = b1g', `api_key=${secret}`),
    yaml: (secret) => lines('translate:', `  api-key: ${secret}`, '  folder-id: b1g'),
    json: (secret) =>
      lines(
        '{',
        '  "api_key": { "id": "ajeke74kbp5bfq7m6ka2", "service_account_id": "ajepg0mjt06siua65usm" },',
        `  "secret": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl --request POST \\',
        `  --header "Authorization: Api-Key ${secret}" \\`,
        "  --data '@body.json' https://translate.api.cloud.yandex.net/translate/v2/translate",
      ),
    prose: (secret) =>
      lines(`The bot speaks again: I replaced the SpeechKit API key with ${secret}`),
  },
}

export const operationsKinds: readonly SecretKind[] = [
  mapbox,
  newRelicLicense,
  newRelicUser,
  notion,
  notionLegacy,
  okta,
  pagerDutyRest,
  pagerDutyRouting,
  postman,
  sentryDsn,
  sentryToken,
  trello,
  yandex,
]
