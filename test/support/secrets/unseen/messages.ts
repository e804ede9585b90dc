import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, digits, hex, lines, lower } from './writing.ts'

const accountSid = `AC${'5ef8'.repeat(8)}`
const keySid = `SK${'71c0'.repeat(8)}`

const telegram: SecretKind = {
  name: 'Telegram bot token',
  source: 'https://core.telegram.org/bots/api#authorizing-your-bot',
  make: ({ chars }) => `${chars('123456789', 10)}:AA${chars(base64UrlAlphabet, 33)}`,
  write: {
    ini: (secret) => lines('[telegram]', `token = ${secret}`, 'chat_id = -1001234567'),
    yaml: (secret) => lines('telegram_bot:', '  - platform: polling', `    api_key: "${secret}"`),
    json: (secret) =>
      lines('{', '  "telegram": { "enabled": true,', `    "token": "${secret}" }`, '}'),
    shell: (secret) =>
      lines(
        `curl -s "https://api.telegram.org/bot${secret}/sendMessage" \\`,
        '  -d chat_id=-1001234567 -d text="backup done"',
      ),
    prose: (secret) =>
      lines(
        'Done! Congratulations on your new bot. You will find it at t.me/acme_ci_bot.',
        '',
        'Use this token to access the HTTP API:',
        secret,
        'Keep your token secure and store it safely.',
      ),
  },
}

const twilioAuthToken: SecretKind = {
  name: 'Twilio auth token',
  source: 'https://www.twilio.com/docs/iam/api/authtoken',
  make: ({ chars }) => chars(hex, 32),
  write: {
    ini: (secret) =>
      lines(
        `TWILIO_ACCOUNT_SID=${accountSid}`,
        `TWILIO_AUTH_TOKEN=${secret}`,
        'TWILIO_FROM=+15005550006',
      ),
    yaml: (secret) => lines('twilio:', `  account_sid: ${accountSid}`, `  auth_token: ${secret}`),
    json: (secret) =>
      lines(
        '{',
        `  "accountSid": "${accountSid}",`,
        `  "authToken": "${secret}",`,
        '  "from": "+15005550006"',
        '}',
      ),
    shell: (secret) =>
      lines(
        `curl -X POST "https://api.twilio.com/2010-04-01/Accounts/${accountSid}/Messages.json" \\`,
        '  --data-urlencode "Body=Hi there" --data-urlencode "To=+15558675310" \\',
        `  -u ${accountSid}:${secret}`,
      ),
    prose: (secret) =>
      lines(
        `Our Twilio account is ${accountSid},`,
        `auth token ${secret}. Please don't send more than ten messages.`,
      ),
  },
}

const twilioApiKeySecret: SecretKind = {
  name: 'Twilio API key secret',
  source: 'https://www.twilio.com/docs/iam/api-keys',
  make: ({ chars }) => chars(alphanumeric, 32),
  write: {
    ini: (secret) => lines('[twilio]', `api_key_sid = ${keySid}`, `api_key_secret = ${secret}`),
    yaml: (secret) =>
      lines(
        'env:',
        '  - name: TWILIO_API_KEY',
        `    value: ${keySid}`,
        '  - name: TWILIO_API_SECRET',
        `    value: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        `  "sid": "${keySid}",`,
        '  "friendly_name": "video",',
        `  "secret": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(
        `export TWILIO_API_KEY=${keySid}`,
        `export TWILIO_API_SECRET=${secret}`,
        'twilio phone-numbers:list',
      ),
    prose: (secret) =>
      lines(
        `For the video rooms I made the key ${keySid}.`,
        `The API secret is "${secret}"; it is shown only once.`,
      ),
  },
}

const twitch: SecretKind = {
  name: 'Twitch OAuth token',
  source: 'https://dev.twitch.tv/docs/chat/irc/',
  make: ({ chars }) => chars(lower + digits, 30),
  write: {
    ini: (secret) => lines('[twitch]', 'nick=acme_bot', `pass=oauth:${secret}`, 'channel=#acme'),
    yaml: (secret) => lines('twitch:', '  username: acme_bot', `  oauth: "oauth:${secret}"`),
    json: (secret) =>
      lines(`{"access_token":"${secret}","expires_in":5011271,"token_type":"bearer"}`),
    shell: (secret) =>
      lines(
        "curl -X GET 'https://api.twitch.tv/helix/users?login=acme' \\",
        `-H 'Authorization: Bearer ${secret}' \\`,
        "-H 'Client-Id: acme-client'",
      ),
    prose: (secret) =>
      lines(
        `> PASS oauth:${secret}`,
        '> NICK acme_bot',
        '< :tmi.twitch.tv NOTICE * :Login authentication failed',
      ),
  },
}

const twitterBearer: SecretKind = {
  name: 'X (Twitter) bearer token',
  source: 'https://developer.x.com/en/docs/authentication/oauth-2-0/bearer-tokens',
  make: ({ chars }) =>
    `${'A'.repeat(21)}${chars(alphanumeric, 10)}AAAAA${chars(alphanumeric, 25)}%3D${chars(alphanumeric, 50)}`,
  write: {
    ini: (secret) => lines('[twitter]', `bearer_token=${secret}`, 'lang=en'),
    yaml: (secret) =>
      lines(
        'search_tweets_api:',
        '  endpoint: https://api.twitter.com/2/tweets/search/recent',
        `  bearer_token: ${secret}`,
      ),
    json: (secret) => lines(`{"token_type":"bearer","access_token":"${secret}"}`),
    shell: (secret) =>
      lines(
        `curl "https://api.x.com/2/users/by/username/acme" -H "Authorization: Bearer ${secret}"`,
      ),
    prose: (secret) =>
      lines('tweepy: Parameters sent', `Authorization: Bearer ${secret}`, 'tweepy: 403 Forbidden'),
  },
}

const twitterSecrets: SecretKind = {
  name: 'X (Twitter) access token secret',
  source: 'https://developer.x.com/en/docs/authentication/oauth-1-0a/api-key-and-secret',
  make: ({ chars }) => chars(alphanumeric, 45),
  write: {
    ini: (secret) =>
      lines('[oauth]', 'consumer_key = acmeconsumerkey', `access_token_secret = ${secret}`),
    yaml: (secret) =>
      lines(
        'profiles:',
        '  acme:',
        '    acmeconsumerkey:',
        '      username: acme',
        '      consumer_key: acmeconsumerkey',
        `      secret: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "twitter_screen_name": "acme",',
        `  "twitterAccessTokenSecret": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(
        'TWITTER_SCREEN_NAME=acme',
        `TWITTER_ACCESS_TOKEN_SECRET='${secret}'`,
        'export TWITTER_ACCESS_TOKEN_SECRET',
      ),
    prose: (secret) =>
      lines(
        'POST /oauth/access_token 200',
        `oauth_token=6253282-acme&oauth_token_secret=${secret}&screen_name=acme`,
      ),
  },
}

const zendesk: SecretKind = {
  name: 'Zendesk API token',
  source: 'https://developer.zendesk.com/api-reference/introduction/security-and-auth/',
  make: ({ chars }) => chars(alphanumeric, 40),
  write: {
    ini: (secret) =>
      lines('[zendesk]', 'subdomain = acme', 'email = bot@acme.example', `api_token = ${secret}`),
    yaml: (secret) =>
      lines('connectors:', '- type: zendesk', '  email: bot@acme.example', `  token: ${secret}`),
    json: (secret) =>
      lines(
        '{',
        '  "credentials": {',
        '    "credentials": "api_token",',
        '    "email": "bot@acme.example",',
        `    "api_token": "${secret}"`,
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://acme.zendesk.com/api/v2/tickets.json \\',
        `  -u bot@acme.example/token:${secret}`,
      ),
    prose: (secret) =>
      lines(
        'Ticket #4711, private note:',
        `The integration logs in as bot@acme.example with the API token ${secret}`,
        'and gets 401 since the update.',
      ),
  },
}

export const messageKinds: readonly SecretKind[] = [
  telegram,
  twilioAuthToken,
  twilioApiKeySecret,
  twitch,
  twitterBearer,
  twitterSecrets,
  zendesk,
]
