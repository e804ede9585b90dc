import { alphanumeric, base64, base64Url, digits, hex, lowerAlphanumeric } from '../alphabets.ts'
import type { SecretKind, SecretSource } from '../secret-kind.ts'

const makeUuid = ({ chars }: SecretSource) =>
  [8, 4, 4, 4, 12].map((length) => chars(hex, length)).join('-')

function makePem({ chars }: SecretSource): string {
  const lines = Array.from({ length: 24 }, () => chars(base64, 64))
  return ['-----BEGIN PRIVATE KEY-----', ...lines, `${chars(base64, 40)}==`, END_OF_KEY].join('\n')
}

const END_OF_KEY = '-----END PRIVATE KEY-----'

export const cloudKinds: readonly SecretKind[] = [
  {
    name: 'DigitalOcean personal access token',
    source: 'https://docs.digitalocean.com/reference/api/create-personal-access-token/',
    make: ({ chars }) => `dop_v1_${chars(hex, 64)}`,
    write: {
      ini: (secret) => `[digitalocean]\naccess-token = ${secret}\n`,
      yaml: (secret) => `access-token: ${secret}\ncontext: default\noutput: text\n`,
      json: (secret) => `{"do_token": "${secret}", "region": "fra1"}`,
      shell: (secret) => `doctl auth init -t ${secret}`,
      prose: (secret) => `For the droplet you need ${secret}, which has write access.`,
    },
  },
  {
    name: 'Fly.io access token',
    source: 'https://fly.io/docs/security/tokens/',
    make: ({ chars }) => `fm2_${chars(base64, 180)}==`,
    write: {
      ini: (secret) => `[fly]\nFLY_API_TOKEN=FlyV1 ${secret}\n`,
      yaml: (secret) => `env:\n  FLY_API_TOKEN: "FlyV1 ${secret}"\n`,
      json: (secret) => `{"token":"FlyV1 ${secret}"}`,
      shell: (secret) => `FLY_API_TOKEN="FlyV1 ${secret}" fly deploy`,
      prose: (secret) => `fly tokens create deploy printed FlyV1 ${secret} and nothing else.`,
    },
  },
  {
    name: 'Google API key',
    source: 'https://cloud.google.com/docs/authentication/api-keys',
    make: ({ chars }) => `AIza${chars(base64Url, 35)}`,
    write: {
      ini: (secret) => `[maps]\nkey = ${secret}\n`,
      yaml: (secret) => `maps:\n  google_maps_key: ${secret}\n`,
      json: (secret) => `{"client":[{"api_key":[{"current_key":"${secret}"}]}]}`,
      shell: (secret) =>
        `curl "https://maps.googleapis.com/maps/api/geocode/json?address=x&key=${secret}"`,
      prose: (secret) => `The browser loads the map with ${secret}. Is it restricted?`,
    },
  },
  {
    name: 'Google OAuth client secret',
    source: 'https://developers.google.com/identity/protocols/oauth2/web-server',
    make: ({ chars }) => `GOCSPX-${chars(base64Url, 28)}`,
    write: {
      ini: (secret) =>
        `[auth.google]\nclient_id = 1234.apps.googleusercontent.com\nclient_secret = ${secret}\n`,
      yaml: (secret) =>
        `google:\n  client-id: 1234.apps.googleusercontent.com\n  client-secret: ${secret}\n`,
      json: (secret) =>
        `{"web":{"client_id":"1234.apps.googleusercontent.com","client_secret":"${secret}","redirect_uris":["http://localhost"]}}`,
      shell: (secret) =>
        `curl -d client_id=1234.apps.googleusercontent.com -d client_secret=${secret} -d grant_type=authorization_code https://oauth2.googleapis.com/token`,
      prose: (secret) => `Google shows the client secret (${secret}) only once.`,
    },
  },
  {
    name: 'Google OAuth refresh token',
    source: 'https://developers.google.com/identity/protocols/oauth2',
    make: ({ chars }) => `1//0${chars(base64Url, 99)}`,
    write: {
      ini: (secret) => `[Credentials]\ngs_oauth2_refresh_token = ${secret}\n`,
      yaml: (secret) => `login_customer_id: 1234567890\nrefresh_token: ${secret}\n`,
      json: (secret) => `{\n  "type": "authorized_user",\n  "refresh_token": "${secret}"\n}`,
      shell: (secret) => `export GOOGLE_REFRESH_TOKEN='${secret}'`,
      prose: (secret) => `After the consent screen I received ${secret} as refresh token.`,
    },
  },
  {
    name: 'Google service account key',
    source: 'https://cloud.google.com/iam/docs/keys-create-delete',
    make: makePem,
    write: {
      ini: (secret) => `[service_account]\nprivate_key = "${secret.replaceAll('\n', '\\n')}"\n`,
      yaml: (secret) => `gcp:\n  private_key: |\n${secret.replaceAll(/^/gm, '    ')}\n`,
      json: (secret) =>
        JSON.stringify({ type: 'service_account', project_id: 'demo', private_key: `${secret}\n` }),
      shell: (secret) => `cat > key.pem <<'EOF'\n${secret}\nEOF`,
      prose: (secret) =>
        `This is the key of the service account:\n\n${secret}\n\nKeep it to yourself.`,
    },
  },
  {
    name: 'Heroku API key',
    source: 'https://devcenter.heroku.com/articles/authentication',
    make: makeUuid,
    write: {
      ini: (secret) => `[heroku]\napi_key = ${secret}\n`,
      yaml: (secret) => `deploy:\n  provider: heroku\n  api_key: ${secret}\n  app: shop\n`,
      json: (secret) => `{"env":{"HEROKU_API_KEY":"${secret}"}}`,
      shell: (secret) => `HEROKU_API_KEY=${secret} heroku apps`,
      prose: (secret) => `Heroku's account page shows the API key ${secret} behind Reveal.`,
    },
  },
  {
    name: 'Hetzner Cloud API token',
    source: 'https://docs.hetzner.com/cloud/api/getting-started/generating-api-token/',
    make: ({ chars }) => chars(alphanumeric, 64),
    write: {
      ini: (secret) => `[[contexts]]\nname = "shop"\ntoken = "${secret}"\n`,
      yaml: (secret) => `apiVersion: v1\nhcloud:\n  token: ${secret}\n`,
      json: (secret) => `{"builders":[{"type":"hcloud","token":"${secret}","image":"debian-13"}]}`,
      shell: (secret) => `export HCLOUD_TOKEN="${secret}"`,
      prose: (secret) => `Use the Hetzner token ${secret} for the new servers.`,
    },
  },
  {
    name: 'Linode personal access token',
    source: 'https://techdocs.akamai.com/cloud-computing/docs/manage-personal-access-tokens',
    make: ({ chars }) => chars(hex, 64),
    write: {
      ini: (secret) => `[myuser]\ntoken = ${secret}\nregion = eu-central\n`,
      yaml: (secret) => `plugin: linode.cloud.instance\naccess_token: ${secret}\n`,
      json: (secret) => `{"linode": {"token": "${secret}"}}`,
      shell: (secret) =>
        `curl -H "Authorization: Bearer ${secret}" https://api.linode.com/v4/profile`,
      prose: (secret) => `The Linode API token is: ${secret}.`,
    },
  },
  {
    name: 'Firebase Cloud Messaging server key',
    source: 'https://firebase.google.com/docs/cloud-messaging/auth-server',
    make: ({ chars }) => `AAAA${chars(base64Url, 7)}:APA91b${chars(base64Url, 134)}`,
    write: {
      ini: (secret) => `[push]\nfcm_server_key = ${secret}\n`,
      yaml: (secret) => `push:\n  fcm:\n    server_key: "${secret}"\n`,
      json: (secret) => `{"fcmServerKey":"${secret}"}`,
      shell: (secret) =>
        `curl https://fcm.googleapis.com/fcm/send -H "Authorization: key=${secret}" -H "Content-Type: application/json"`,
      prose: (secret) => `Legacy server key of the Firebase project: ${secret}`,
    },
  },
  {
    name: 'Firebase CI token',
    source: 'https://firebase.google.com/docs/cli#cli-ci-systems',
    make: ({ chars }) => `1//0${chars(digits, 1)}${chars(base64Url, 96)}`,
    write: {
      ini: (secret) => `FIREBASE_TOKEN=${secret}\n`,
      yaml: (secret) => `script:\n  - firebase deploy --token "${secret}" --only hosting\n`,
      json: (secret) => `{"scripts":{"deploy":"firebase deploy --token ${secret}"}}`,
      shell: (secret) => `firebase deploy --token=${secret}`,
      prose: (secret) => `✔  Success! Use this token to login on a CI server:\n\n${secret}\n`,
    },
  },
  {
    name: 'Fastly API token',
    source: 'https://docs.fastly.com/en/guides/using-api-tokens',
    make: ({ chars }) => chars(base64Url, 32),
    write: {
      ini: (secret) => `[profile.user]\nemail = "a@example.org"\ntoken = "${secret}"\n`,
      yaml: (secret) => `fastly:\n  api_key: ${secret}\n  service: shop\n`,
      json: (secret) => `{"fastly":{"apiKey":"${secret}"}}`,
      shell: (secret) => `curl -H "Fastly-Key: ${secret}" https://api.fastly.com/current_customer`,
      prose: (secret) => `To purge the cache, send the Fastly API token ${secret} in a header.`,
    },
  },
  {
    name: 'Databricks personal access token',
    source: 'https://docs.databricks.com/en/dev-tools/auth/pat.html',
    make: ({ chars }) => `dapi${chars(hex, 32)}`,
    write: {
      ini: (secret) => `[DEFAULT]\nhost = https://dbc-1.cloud.databricks.com\ntoken = ${secret}\n`,
      yaml: (secret) => `outputs:\n  dev:\n    type: databricks\n    token: ${secret}\n`,
      json: (secret) => `{"DATABRICKS_TOKEN": "${secret}"}`,
      shell: (secret) =>
        `echo "${secret}" | databricks configure --host https://dbc-1.cloud.databricks.com`,
      prose: (secret) => `dbt fails with ${secret}, although the token is new.`,
    },
  },
  {
    name: 'Confluent Cloud API secret',
    source:
      'https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html',
    make: ({ chars }) => chars(base64, 64),
    write: {
      ini: (secret) =>
        `security.protocol=SASL_SSL\nsasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="ABCDEFGH12345678" password="${secret}";\n`,
      yaml: (secret) => `kafka:\n  sasl.username: ABCDEFGH12345678\n  sasl.password: ${secret}\n`,
      json: (secret) => `{"api_key": "ABCDEFGH12345678", "api_secret": "${secret}"}`,
      shell: (secret) => `confluent api-key store ABCDEFGH12345678 ${secret} --resource lkc-1
export CONFLUENT_CLOUD_API_SECRET="${secret}"`,
      prose: (secret) => `It may take a while for the API key to be ready. API Secret: ${secret}`,
    },
  },
  {
    name: 'Bunny.net API key',
    source: 'https://docs.bunny.net/reference/bunnynet-api-overview',
    make: (source) => `${makeUuid(source)}${source.chars(lowerAlphanumeric, 36)}`,
    write: {
      ini: (secret) => `bunny_api_key=${secret}\n`,
      yaml: (secret) => `bunny:\n  access_key: "${secret}"\n`,
      json: (secret) => `{"bunnyApiKey":"${secret}","zone":12}`,
      shell: (secret) => `curl --header 'AccessKey: ${secret}' https://api.bunny.net/pullzone`,
      prose: (secret) => `I'll use the account API key of bunny.net, which is ${secret}.`,
    },
  },
]
