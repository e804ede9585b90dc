import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, digits, hex, lines } from './writing.ts'

const mailchimp: SecretKind = {
  name: 'Mailchimp API key',
  source: 'https://mailchimp.com/developer/marketing/guides/quick-start/',
  make: ({ chars }) => `${chars(hex, 32)}-us${chars('123456789', 1)}${chars(digits, 1)}`,
  write: {
    ini: (secret) =>
      lines('[newsletter]', 'provider = mailchimp', `api_key = ${secret}`, 'list_id = 57afe96172'),
    yaml: (secret) =>
      lines('mailchimp:', `  apiKey: ${secret}`, '  server: us19', '  audience: 57afe96172'),
    json: (secret) =>
      lines(
        '{',
        '  "MailChimp": {',
        `    "ApiKey": "${secret}",`,
        '    "ListId": "57afe96172"',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        '#!/bin/sh',
        "curl -sS --request GET --url 'https://us19.api.mailchimp.com/3.0/ping' \\",
        `  --user 'anystring:${secret}'`,
      ),
    prose: (secret) =>
      lines(
        'Hi Jonas, the signup form was broken because the account had moved.',
        `The new Mailchimp key is ${secret}, please put it on staging too.`,
      ),
  },
}

const mandrill: SecretKind = {
  name: 'Mailchimp Transactional (Mandrill) API key',
  source: 'https://mailchimp.com/developer/transactional/guides/quick-start/',
  make: ({ chars }) => `md-${chars(base64UrlAlphabet, 22)}`,
  write: {
    ini: (secret) =>
      lines(
        '; outgoing mail',
        '[mail]',
        'host=smtp.mandrillapp.com',
        'port=587',
        'username=acme',
        `password=${secret}`,
      ),
    yaml: (secret) =>
      lines(
        'services:',
        '  worker:',
        '    image: acme/worker:4.2',
        '    environment:',
        `      - MANDRILL_API_KEY=${secret}`,
        '      - MAIL_FROM=hello@acme.example',
      ),
    json: (secret) =>
      lines(
        `{"key":"${secret}","message":{"subject":"Your order","to":[{"email":"a@b.example"}]}}`,
      ),
    shell: (secret) =>
      lines(
        'curl -X POST https://mandrillapp.com/api/1.0/users/ping \\',
        `  -d '{"key": "${secret}"}'`,
      ),
    prose: (secret) =>
      lines(
        '2026-03-02 10:14:07,113 ERROR mailer: Mandrill answered 401 Invalid_Key',
        `2026-03-02 10:14:07,114 DEBUG mailer: request had key=${secret} and 1 recipient`,
      ),
  },
}

const mailgun: SecretKind = {
  name: 'Mailgun private API key',
  source: 'https://documentation.mailgun.com/docs/mailgun/api-reference/authentication',
  make: ({ chars }) => `key-${chars(hex, 32)}`,
  write: {
    ini: (secret) =>
      lines('MAIL_MAILER=mailgun', 'MAILGUN_DOMAIN=mg.acme.example', `MAILGUN_SECRET="${secret}"`),
    yaml: (secret) =>
      lines('mailgun:', '  domain: mg.acme.example', `  api_key: '${secret}' # EU region`),
    json: (secret) =>
      lines(
        '{',
        '  "mail": { "transport": "mailgun", "domain": "mg.acme.example" },',
        `  "mailgunApiKey": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(
        `curl -s --user 'api:${secret}' \\`,
        '  https://api.mailgun.net/v3/mg.acme.example/messages \\',
        "  -F from='Acme <hello@mg.acme.example>' \\",
        '  -F to=jo@example.com -F subject=Hello -F text=Testing',
      ),
    prose: (secret) =>
      lines(
        `We still use api:${secret} as the Mailgun credentials in the old cron job.`,
        'Can somebody rotate it before Friday?',
      ),
  },
}

const mailgunDomainKey: SecretKind = {
  name: 'Mailgun domain sending key',
  source: 'https://documentation.mailgun.com/docs/mailgun/api-reference/authentication',
  make: ({ chars }) => `${chars(hex, 32)}-${chars(hex, 8)}-${chars(hex, 8)}`,
  write: {
    ini: (secret) =>
      lines('[mailgun]', 'domain    = mg.acme.example', `api_key   = ${secret}`, 'timeout   = 10'),
    yaml: (secret) =>
      lines(
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        '  name: mailgun',
        'stringData:',
        `  MAILGUN_API_KEY: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "message": "key created",',
        '  "key": {',
        '    "id": "c47ba1e8-7b0c",',
        '    "description": "newsletter",',
        `    "secret": "${secret}"`,
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines('export MAILGUN_DOMAIN=mg.acme.example', `export MAILGUN_API_KEY=${secret}`),
    prose: (secret) =>
      lines(
        'Steps to reproduce:',
        '1. create a sending key for the domain',
        `2. set the API key to ${secret}`,
        '3. send any message: the answer is 401',
      ),
  },
}

const messageBird: SecretKind = {
  name: 'MessageBird access key',
  source: 'https://developers.messagebird.com/api/#authentication',
  make: ({ chars }) => chars(alphanumeric, 25),
  write: {
    ini: (secret) =>
      lines('[sms]', 'driver = messagebird', 'originator = Acme', `access_key = "${secret}"`),
    yaml: (secret) =>
      lines(
        'notifications:',
        '  sms:',
        '    gateway: messagebird',
        `    accessKey: "${secret}"`,
        '    originator: Acme',
      ),
    json: (secret) =>
      lines('{', '  "env": "production",', `  "MESSAGEBIRD_ACCESS_KEY": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        'curl -X POST https://rest.messagebird.com/messages \\',
        `-H 'Authorization: AccessKey ${secret}' \\`,
        "-d 'recipients=31612345678' -d 'originator=Acme' -d 'body=Hi!'",
      ),
    prose: (secret) =>
      lines(
        'the sms tests fail because the sandbox account was closed.',
        `new MessageBird access key: ${secret}`,
        'originator stays the same',
      ),
  },
}

const sendGrid: SecretKind = {
  name: 'SendGrid API key',
  source: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
  make: ({ chars }) => `SG.${chars(base64UrlAlphabet, 22)}.${chars(base64UrlAlphabet, 43)}`,
  write: {
    ini: (secret) =>
      lines(
        '[smtp]',
        'enabled = true',
        'host = smtp.sendgrid.net:587',
        'user = apikey',
        `password = """${secret}"""`,
        'from_address = grafana@acme.example',
      ),
    yaml: (secret) =>
      lines(
        'global:',
        '  smtp_smarthost: smtp.sendgrid.net:587',
        '  smtp_auth_username: apikey',
        `  smtp_auth_password: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "SendGrid": {',
        '    "From": "hello@acme.example",',
        `    "ApiKey": "${secret}"`,
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(`echo "export SENDGRID_API_KEY='${secret}'" > sendgrid.env`, 'source ./sendgrid.env'),
    prose: (secret) =>
      lines(
        'The example of the README says',
        `    sgMail.setApiKey('${secret}')`,
        'but then I get "ResponseError: Unauthorized".',
      ),
  },
}

export const mailKinds: readonly SecretKind[] = [
  mailchimp,
  mandrill,
  mailgun,
  mailgunDomainKey,
  messageBird,
  sendGrid,
]
