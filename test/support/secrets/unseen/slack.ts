import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, digits, hex, lines, upper } from './writing.ts'

const bot: SecretKind = {
  name: 'Slack bot token',
  source: 'https://docs.slack.dev/authentication/tokens',
  make: ({ chars }) =>
    `xoxb-${chars('123456789', 12)}-${chars('123456789', 13)}-${chars(alphanumeric, 24)}`,
  write: {
    ini: (secret) => lines('[slack]', 'channel = #builds', `token = ${secret}`),
    yaml: (secret) =>
      lines(
        'jobs:',
        '  notify:',
        '    runs-on: ubuntu-latest',
        '    steps:',
        '      - uses: slackapi/slack-github-action@v2',
        '        with:',
        '          method: chat.postMessage',
        `          token: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "ok": true,',
        '  "app_id": "A0KRD7HC3",',
        `  "access_token": "${secret}",`,
        '  "token_type": "bot",',
        '  "scope": "chat:write,channels:read"',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl -X POST https://slack.com/api/chat.postMessage \\',
        `  -H "Authorization: Bearer ${secret}" \\`,
        '  -H "Content-type: application/json; charset=utf-8" \\',
        '  -d \'{"channel":"#builds","text":"done"}\'',
      ),
    prose: (secret) =>
      lines(
        'slack_sdk.errors.SlackApiError: The request to the Slack API failed.',
        `DEBUG:slack_sdk.web.client:Sending a request with token ${secret}`,
      ),
  },
}

const user: SecretKind = {
  name: 'Slack user token',
  source: 'https://docs.slack.dev/authentication/tokens',
  make: ({ chars }) =>
    `xoxp-${chars('123456789', 12)}-${chars('123456789', 12)}-${chars('123456789', 13)}-${chars(hex, 32)}`,
  write: {
    ini: (secret) =>
      lines(
        '[var]',
        'python.slack.debug_mode = "false"',
        `python.slack.slack_api_token = "${secret}"`,
      ),
    yaml: (secret) =>
      lines('slack:', '  # acts as the release manager', `  user_token: "${secret}"`),
    json: (secret) =>
      lines(
        `{"ok":true,"authed_user":{"id":"U1234","scope":"chat:write","access_token":"${secret}"}}`,
      ),
    shell: (secret) => lines(`slack-export --token ${secret} --dry-run`),
    prose: (secret) =>
      lines(`I took ${secret} from the old admin's laptop, it can read every channel.`),
  },
}

const app: SecretKind = {
  name: 'Slack app-level token',
  source: 'https://docs.slack.dev/authentication/tokens',
  make: ({ chars }) =>
    `xapp-1-A${chars(upper + digits, 10)}-${chars('123456789', 13)}-${chars(hex, 64)}`,
  write: {
    ini: (secret) =>
      lines('[program:bot]', 'command=node bot.js', `environment=SLACK_APP_TOKEN="${secret}"`),
    yaml: (secret) =>
      lines(
        'apiVersion: v1',
        'kind: ConfigMap',
        'metadata:',
        '  name: bot',
        'data:',
        `  SLACK_APP_TOKEN: ${secret}`,
        '  SOCKET_MODE: "true"',
      ),
    json: (secret) => lines('{', '  "socketMode": true,', `  "appToken": "${secret}"`, '}'),
    shell: (secret) =>
      lines('# socket mode', `export SLACK_APP_TOKEN=${secret}`, 'npm run start:bot'),
    prose: (secret) =>
      lines(
        '**Describe the bug**',
        `Bolt exits at once when I start it with appToken '${secret}'.`,
        '**Expected**: it connects.',
      ),
  },
}

const webhook: SecretKind = {
  name: 'Slack incoming webhook',
  source: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  make: ({ chars }) =>
    `T${chars(upper + digits, 10)}/B${chars(upper + digits, 10)}/${chars(alphanumeric, 24)}`,
  write: {
    ini: (secret) =>
      lines('[alerts]', 'level = error', `url = https://hooks.slack.com/services/${secret}`),
    yaml: (secret) =>
      lines(
        'receivers:',
        '  - name: slack',
        '    slack_configs:',
        `      - api_url: https://hooks.slack.com/services/${secret}`,
        "        channel: '#alerts'",
      ),
    json: (secret) =>
      lines(
        '{',
        '  "notifications": {',
        `    "slackWebhookUrl": "https://hooks.slack.com/services/${secret}"`,
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        "curl -X POST -H 'Content-type: application/json' \\",
        `--data '{"text":"Hello"}' https://hooks.slack.com/services/${secret}`,
      ),
    prose: (secret) =>
      lines(
        `requests.exceptions.HTTPError: 404 for url: https://hooks.slack.com/services/${secret}`,
        'It seems that the channel was archived.',
      ),
  },
}

export const slackKinds: readonly SecretKind[] = [bot, user, app, webhook]
