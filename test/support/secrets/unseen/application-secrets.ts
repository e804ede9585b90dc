import type { SecretKind } from '../secret-kind.ts'
import {
  alphanumeric,
  base64Alphabet,
  base64UrlAlphabet,
  digits,
  hex,
  lines,
  toBase64Url,
} from './writing.ts'

const secretKeyBase: SecretKind = {
  name: 'Rails secret_key_base',
  source: 'https://guides.rubyonrails.org/security.html#custom-credentials',
  make: ({ chars }) => chars(hex, 128),
  write: {
    ini: (secret) =>
      lines('RAILS_ENV=production', `SECRET_KEY_BASE=${secret}`, 'RAILS_LOG_TO_STDOUT=1'),
    yaml: (secret) => lines('production:', `  secret_key_base: ${secret}`, '  cache: redis'),
    json: (secret) => lines(`{"rails_env":"production","secret_key_base":"${secret}"}`),
    shell: (secret) => lines(`SECRET_KEY_BASE=${secret} bin/rails assets:precompile`),
    prose: (secret) =>
      lines(
        'heroku config shows',
        `SECRET_KEY_BASE:          ${secret}`,
        'WEB_CONCURRENCY:          2',
      ),
  },
}

const applicationSecretKey: SecretKind = {
  name: 'application secret key',
  source: 'https://flask.palletsprojects.com/en/stable/config/#SECRET_KEY',
  make: ({ chars }) => chars(hex, 64),
  write: {
    ini: (secret) => lines('[webserver]', 'web_server_port = 8080', `secret_key = ${secret}`),
    yaml: (secret) => lines('superset:', '  port: 8088', `  secretKey: "${secret}"`),
    json: (secret) => lines('{', '  "DEBUG": false,', `  "SECRET_KEY": "${secret}"`, '}'),
    shell: (secret) => lines(`export FLASK_SECRET_KEY="${secret}"`, 'flask run'),
    prose: (secret) =>
      lines(
        'The session is invalid after each restart unless I fix',
        `SECRET_KEY = '${secret}'`,
        'in settings.py.',
      ),
  },
}

const clientSecret: SecretKind = {
  name: 'OAuth client secret',
  source: 'https://datatracker.ietf.org/doc/html/rfc6749#section-2.3.1',
  make: ({ chars }) => chars(alphanumeric, 36),
  write: {
    ini: (secret) =>
      lines(
        '[auth.generic_oauth]',
        'client_id = grafana',
        `client_secret = ${secret}`,
        'scopes = openid',
      ),
    yaml: (secret) =>
      lines(
        'staticClients:',
        '- id: argo',
        '  name: Argo',
        `  secret: ${secret}`,
        'enablePasswordDB: false',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "realm": "acme",',
        '  "resource": "shop",',
        `  "credentials": { "secret": "${secret}" }`,
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://login.acme.example/token -d grant_type=client_credentials \\',
        `  -d client_id=shop -d client_secret=${secret}`,
      ),
    prose: (secret) =>
      lines(`Keycloak client "shop", client secret ${secret}, redirect http://localhost:3000/*`),
  },
}

const refreshToken: SecretKind = {
  name: 'OAuth refresh token',
  source: 'https://datatracker.ietf.org/doc/html/rfc6749#section-1.5',
  make: ({ chars }) => chars(base64UrlAlphabet, 64),
  write: {
    ini: (secret) => lines('[oauth]', 'client_id = shop', `refresh_token = ${secret}`),
    yaml: (secret) =>
      lines(
        'users:',
        '- name: jo',
        '  user:',
        '    auth-provider:',
        '      config:',
        `        refresh-token: ${secret}`,
      ),
    json: (secret) => lines(`{"access_token":null,"refresh_token":"${secret}","expires_in":3600}`),
    shell: (secret) =>
      lines(
        'curl https://login.acme.example/token -d grant_type=refresh_token \\',
        `  --data-urlencode 'refresh_token=${secret}'`,
      ),
    prose: (secret) =>
      lines('DEBUG oauth2: refreshing with', `refresh_token=${secret} scope=offline_access`),
  },
}

const hexKey: SecretKind = {
  name: 'encryption key in hexadecimal',
  source: 'https://cheatsheetseries.owasp.org/cheatsheets/Cryptographic_Storage_Cheat_Sheet.html',
  make: ({ chars }) => chars(hex, 64),
  write: {
    ini: (secret) => lines('[storage]', 'cipher = aes-256-gcm', `encryption_key = ${secret}`),
    yaml: (secret) => lines('n8n:', `  encryptionKey: ${secret}`, '  timezone: UTC'),
    json: (secret) =>
      lines('{', '  "cipher": "aes-256-gcm",', `  "encryptionKey": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        `export ENCRYPTION_KEY=${secret}`,
        'openssl enc -d -aes-256-cbc -K "$ENCRYPTION_KEY" -iv "$IV" -in a.enc',
      ),
    prose: (secret) => lines(`We lost the volume, but I have the encryption key: ${secret}`),
  },
}

const base64Key: SecretKind = {
  name: 'encryption key in base64',
  source: 'https://laravel.com/docs/encryption#configuration',
  make: ({ chars }) => `${chars(base64Alphabet, 42)}${chars('AEIMQUYcgkosw048', 1)}=`,
  write: {
    ini: (secret) =>
      lines('APP_NAME=Shop', 'APP_ENV=production', `APP_KEY=base64:${secret}`, 'APP_DEBUG=false'),
    yaml: (secret) =>
      lines(
        'apiVersion: apiserver.config.k8s.io/v1',
        'kind: EncryptionConfiguration',
        'resources:',
        '- resources: [secrets]',
        '  providers:',
        '  - aescbc:',
        '      keys:',
        '      - name: key1',
        `        secret: ${secret}`,
      ),
    json: (secret) => lines(`{"master_key":"${secret}","algorithm":"AES256"}`),
    shell: (secret) => lines(`export AIRFLOW__CORE__FERNET_KEY='${secret}'`, 'airflow db migrate'),
    prose: (secret) =>
      lines(
        `Unseal Key 1: ${secret}`,
        '',
        'Vault initialized with 1 key shares and a key threshold of 1.',
      ),
  },
}

const apiKeyHeader: SecretKind = {
  name: 'X-API-Key header',
  source: 'https://swagger.io/docs/specification/v3_0/authentication/api-keys/',
  make: ({ chars }) => chars(alphanumeric, 40),
  write: {
    ini: (secret) => lines('[remote]', 'url = https://api.acme.example', `x-api-key = ${secret}`),
    yaml: (secret) =>
      lines('http:', '  headers:', `    X-API-Key: ${secret}`, '    Accept: application/json'),
    json: (secret) =>
      lines('{ "name": "orders",', `  "headers": [{ "key": "x-api-key", "value": "${secret}" }] }`),
    shell: (secret) => lines(`curl -H 'X-API-Key: ${secret}' https://api.acme.example/v1/orders`),
    prose: (secret) =>
      lines(
        'GET /v1/orders 403',
        `request headers: accept=*/*; x-api-key: ${secret}; user-agent: okhttp/4`,
      ),
  },
}

const sessionCookie: SecretKind = {
  name: 'session cookie',
  source: 'https://expressjs.com/en/resources/middleware/session.html',
  make: ({ chars }) => `s%3A${chars(base64UrlAlphabet, 32)}.${chars(alphanumeric, 43)}`,
  write: {
    ini: (secret) => lines('[crawler]', 'user_agent = acme', `cookie = connect.sid=${secret}`),
    yaml: (secret) =>
      lines('request:', '  headers:', `    Cookie: "theme=dark; connect.sid=${secret}"`),
    json: (secret) =>
      lines(
        '{ "log": { "entries": [ { "request": { "cookies": [',
        `  { "name": "connect.sid", "value": "${secret}" }`,
        '] } } ] } }',
      ),
    shell: (secret) =>
      lines(
        "curl 'https://app.acme.example/api/me' \\",
        "  -H 'accept: application/json' \\",
        `  -b 'theme=dark; connect.sid=${secret}'`,
      ),
    prose: (secret) =>
      lines(
        '< HTTP/1.1 200 OK',
        `< Set-Cookie: connect.sid=${secret}; Path=/; HttpOnly`,
        '< Content-Length: 2',
      ),
  },
}

const phpSession: SecretKind = {
  name: 'PHP session id',
  source: 'https://www.php.net/manual/en/session.configuration.php#ini.session.name',
  make: ({ chars }) => chars('abcdefghijklmnopqrstuv0123456789', 26),
  write: {
    ini: (secret) =>
      lines('[monitor]', 'url = https://shop.acme.example/admin', `Cookie = "PHPSESSID=${secret}"`),
    yaml: (secret) => lines('zap:', '  context: shop', '  cookies:', `    PHPSESSID: ${secret}`),
    json: (secret) =>
      lines('{', '  "headers": {', `    "Cookie": "lang=en; PHPSESSID=${secret}"`, '  }', '}'),
    shell: (secret) =>
      lines(
        `sqlmap -u 'https://shop.acme.example/?id=1' --cookie='PHPSESSID=${secret}; security=low'`,
      ),
    prose: (secret) =>
      lines('You can take over my session to see it:', `Cookie: PHPSESSID=${secret}`),
  },
}

const webhookSecret: SecretKind = {
  name: 'webhook signing secret',
  source: 'https://www.standardwebhooks.com/',
  make: ({ chars }) => chars(alphanumeric, 32),
  write: {
    ini: (secret) => lines('[hooks]', 'path = /hooks/build', `webhook_secret = ${secret}`),
    yaml: (secret) => lines('receiver:', '  path: /hooks/build', `  signingSecret: ${secret}`),
    json: (secret) =>
      lines('{', '  "url": "https://ci.acme.example/hooks",', `  "secret": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        'smee --url https://smee.io/acme --path /hooks &',
        `WEBHOOK_SECRET=${secret} node hooks.js`,
      ),
    prose: (secret) =>
      lines('signature mismatch', `webhook secret: ${secret}`, 'computed: sha256=00'),
  },
}

const jwtToken: SecretKind = {
  name: 'service_role JSON web token',
  source: 'https://supabase.com/docs/guides/api/api-keys',
  make: ({ chars }) =>
    [
      toBase64Url('{"alg":"HS256","typ":"JWT"}'),
      toBase64Url(
        `{"iss":"supabase","ref":"acme","role":"service_role","iat":16${chars(digits, 8)}}`,
      ),
      chars(base64UrlAlphabet, 43),
    ].join('.'),
  write: {
    ini: (secret) => lines('ANON=public', `SERVICE_ROLE_KEY=${secret}`, 'POSTGRES_PORT=5432'),
    yaml: (secret) =>
      lines(
        'consumers:',
        '  - username: service_role',
        '    keyauth_credentials:',
        `      - key: ${secret}`,
      ),
    json: (secret) => lines(`[{"name":"service_role","api_key":"${secret}"}]`),
    shell: (secret) =>
      lines(
        'curl https://acme.supabase.co/auth/v1/admin/users \\',
        `  -H "Authorization: Bearer ${secret}"`,
      ),
    prose: (secret) => lines('JWSError JWSInvalidSignature for', secret, 'after the restart'),
  },
}

const jwtSecret: SecretKind = {
  name: 'secret that signs JSON web tokens',
  source: 'https://github.com/auth0/node-jsonwebtoken#usage',
  make: ({ chars }) => chars(base64UrlAlphabet, 48),
  write: {
    ini: (secret) => lines('[oauth2]', 'ENABLED = true', `JWT_SECRET = ${secret}`),
    yaml: (secret) =>
      lines('services:', '  rest:', '    environment:', `      PGRST_JWT_SECRET: ${secret}`),
    json: (secret) =>
      lines('{', '  "jwt": {', '    "issuer": "acme",', `    "secret": "${secret}"`, '  }', '}'),
    shell: (secret) => lines(`docker run -d -e JWT_SECRET="${secret}" onlyoffice/documentserver`),
    prose: (secret) =>
      lines(
        'The document server says "token is not correctly formed".',
        `In both files: jwtSecret = ${secret}`,
      ),
  },
}

export const applicationKinds: readonly SecretKind[] = [
  apiKeyHeader,
  base64Key,
  clientSecret,
  applicationSecretKey,
  hexKey,
  jwtSecret,
  jwtToken,
  phpSession,
  refreshToken,
  secretKeyBase,
  sessionCookie,
  webhookSecret,
]
