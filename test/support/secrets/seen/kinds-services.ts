import { alphanumeric, base64Url, digits, hex, lowerAlphanumeric } from '../alphabets.ts'
import type { SecretKind, SecretSource } from '../secret-kind.ts'

const makeUuid = ({ chars }: SecretSource) =>
  [8, 4, 4, 4, 12].map((length) => chars(hex, length)).join('-')

export const serviceKinds: readonly SecretKind[] = [
  {
    name: 'Airtable personal access token',
    source: 'https://airtable.com/developers/web/guides/personal-access-tokens',
    make: ({ chars }) => `pat${chars(alphanumeric, 14)}.${chars(hex, 64)}`,
    write: {
      ini: (secret) => `[airtable]\ntoken = ${secret}\nbase = appShop\n`,
      yaml: (secret) => `airtable:\n  apiKey: ${secret}\n`,
      json: (secret) => `{"AIRTABLE_TOKEN":"${secret}"}`,
      shell: (secret) =>
        `curl https://api.airtable.com/v0/appShop/Orders -H "Authorization: Bearer ${secret}"`,
      prose: (secret) => `The Airtable sync uses ${secret} with read access.`,
    },
  },
  {
    name: 'Algolia admin API key',
    source: 'https://www.algolia.com/doc/guides/security/api-keys/',
    make: ({ chars }) => chars(hex, 32),
    write: {
      ini: (secret) => `ALGOLIA_APP_ID=B1G2GM9NG0\nALGOLIA_ADMIN_KEY=${secret}\n`,
      yaml: (secret) => `algolia:\n  application_id: B1G2GM9NG0\n  admin_api_key: ${secret}\n`,
      json: (secret) => `{"algolia":{"appId":"B1G2GM9NG0","adminKey":"${secret}"}}`,
      shell: (secret) =>
        `curl -H "X-Algolia-API-Key: ${secret}" -H "X-Algolia-Application-Id: B1G2GM9NG0" https://B1G2GM9NG0-dsn.algolia.net/1/keys`,
      prose: (secret) => `Algolia's admin key is ${secret}; the search key is public anyway.`,
    },
  },
  {
    name: 'Asana personal access token',
    source: 'https://developers.asana.com/docs/personal-access-token',
    make: ({ chars }) => `2/${chars(digits, 16)}/${chars(digits, 16)}:${chars(hex, 32)}`,
    write: {
      ini: (secret) => `[asana]\naccess_token = ${secret}\n`,
      yaml: (secret) => `asana:\n  token: "${secret}"\n`,
      json: (secret) => `{"ASANA_ACCESS_TOKEN":"${secret}"}`,
      shell: (secret) =>
        `curl https://app.asana.com/api/1.0/users/me -H "authorization: Bearer ${secret}"`,
      prose: (secret) => `For Asana use my access token ${secret}.`,
    },
  },
  {
    name: 'Atlassian API token',
    source:
      'https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/',
    make: ({ chars }) => `ATATT3xFfGF0${chars(base64Url, 171)}=${chars('0123456789ABCDEF', 8)}`,
    write: {
      ini: (secret) => `[jira]\nemail = dana@example.org\ntoken = ${secret}\n`,
      yaml: (secret) => `jira:\n  user: dana@example.org\n  api_token: ${secret}\n`,
      json: (secret) => `{"JIRA_API_TOKEN":"${secret}"}`,
      shell: (secret) =>
        `curl -u dana@example.org:${secret} https://acme.atlassian.net/rest/api/3/myself`,
      prose: (secret) => `Jira rejects ${secret} since this morning.`,
    },
  },
  {
    name: 'Auth0 client secret',
    source: 'https://auth0.com/docs/get-started/applications/application-settings',
    make: ({ chars }) => chars(base64Url, 64),
    write: {
      ini: (secret) => `AUTH0_DOMAIN=acme.eu.auth0.com\nAUTH0_CLIENT_SECRET=${secret}\n`,
      yaml: (secret) => `auth0:\n  domain: acme.eu.auth0.com\n  clientSecret: ${secret}\n`,
      json: (secret) => `{"AUTH0_DOMAIN":"acme.eu.auth0.com","AUTH0_CLIENT_SECRET":"${secret}"}`,
      shell: (secret) =>
        `curl --url https://acme.eu.auth0.com/oauth/token --data '{"client_id":"x","client_secret":"${secret}","grant_type":"client_credentials"}'`,
      prose: (secret) => `The Client Secret of the Auth0 application: ${secret}`,
    },
  },
  {
    name: 'Braintree private key',
    source: 'https://developer.paypal.com/braintree/docs/start/hello-server/',
    make: ({ chars }) => chars(hex, 32),
    write: {
      ini: (secret) => `[braintree]\npublic_key = see-dashboard\nprivate_key = ${secret}\n`,
      yaml: (secret) => `braintree:\n  merchantId: shop\n  privateKey: ${secret}\n`,
      json: (secret) => `{"merchantId":"shop","privateKey":"${secret}"}`,
      shell: (secret) => `export BT_PRIVATE_KEY='${secret}'`,
      prose: (secret) => `Braintree: the sandbox's private key is ${secret}.`,
    },
  },
  {
    name: 'Contentful management token',
    source: 'https://www.contentful.com/developers/docs/references/authentication/',
    make: ({ chars }) => `CFPAT-${chars(base64Url, 43)}`,
    write: {
      ini: (secret) => `[contentful]\ntoken = ${secret}\n`,
      yaml: (secret) => `contentful:\n  managementToken: ${secret}\n  space: shop\n`,
      json: (secret) => `{\n  "managementToken": "${secret}"\n}`,
      shell: (secret) => `contentful login --management-token ${secret}`,
      prose: (secret) => `Contentful showed ${secret} when I made the token.`,
    },
  },
  {
    name: 'Discord bot token',
    source: 'https://discord.com/developers/docs/reference#authentication',
    make: ({ chars }) =>
      `MT${chars(alphanumeric, 24)}.G${chars(base64Url, 5)}.${chars(base64Url, 38)}`,
    write: {
      ini: (secret) => `[bot]\ntoken=${secret}\nprefix=!\n`,
      yaml: (secret) => `discord:\n  bot: ${secret}\n`,
      json: (secret) => `{"token":"${secret}","guildId":"1"}`,
      shell: (secret) =>
        `curl -H "Authorization: Bot ${secret}" https://discord.com/api/v10/users/@me`,
      prose: (secret) => `client.login('${secret}') fails on Discord with an error.`,
    },
  },
  {
    name: 'Discord webhook',
    source: 'https://discord.com/developers/docs/resources/webhook',
    make: ({ chars }) => chars(base64Url, 68),
    write: {
      ini: (secret) =>
        `[alerts]\nurl = https://discord.com/api/webhooks/123456789012345678/${secret}\n`,
      yaml: (secret) =>
        `notify:\n  discord: https://discord.com/api/webhooks/123456789012345678/${secret}\n`,
      json: (secret) =>
        `{"webhook":"https://discordapp.com/api/webhooks/123456789012345678/${secret}"}`,
      shell: (secret) =>
        `curl -d '{"content":"hi"}' https://discord.com/api/webhooks/123456789012345678/${secret}`,
      prose: (secret) =>
        `Post the alert to https://discord.com/api/webhooks/123456789012345678/${secret}.`,
    },
  },
  {
    name: 'Doppler service token',
    source: 'https://docs.doppler.com/docs/service-tokens',
    make: ({ chars }) => `dp.st.prd.${chars(alphanumeric, 43)}`,
    write: {
      ini: (secret) => `DOPPLER_TOKEN=${secret}\n`,
      yaml: (secret) =>
        `scoped:\n  /:\n    token: ${secret}\n    api-host: https://api.doppler.com\n`,
      json: (secret) => `{"doppler": "${secret}"}`,
      shell: (secret) => `doppler run --token='${secret}' -- npm start`,
      prose: (secret) => `The container gets ${secret} and reads all of prd.`,
    },
  },
  {
    name: 'Dropbox access token',
    source: 'https://developers.dropbox.com/oauth-guide',
    make: ({ chars }) => `sl.u.${chars(base64Url, 150)}`,
    write: {
      ini: (secret) => `[dropbox]\ntype = dropbox\naccess = ${secret}\n`,
      yaml: (secret) => `backup:\n  dropbox_token: ${secret}\n`,
      json: (secret) => `{"access_token":"${secret}","token_type":"bearer","expires_in":14400}`,
      shell: (secret) =>
        `curl -X POST https://api.dropboxapi.com/2/users/get_current_account --header "Authorization: Bearer ${secret}"`,
      prose: (secret) => `With ${secret} the Dropbox upload ends in expired_access_token.`,
    },
  },
  {
    name: 'Facebook access token',
    source: 'https://developers.facebook.com/docs/facebook-login/guides/access-tokens/',
    make: ({ chars }) => `EAAC${chars(alphanumeric, 180)}`,
    write: {
      ini: (secret) => `[facebook]\npage_access_token = ${secret}\n`,
      yaml: (secret) => `facebook:\n  accessToken: ${secret}\n`,
      json: (secret) => `{"data":[{"access_token":"${secret}","category":"Shop"}]}`,
      shell: (secret) =>
        `curl -i -X GET "https://graph.facebook.com/v23.0/me?access_token=${secret}"`,
      prose: (secret) => `The Graph API Explorer produced ${secret} for the page.`,
    },
  },
  {
    name: 'Figma personal access token',
    source: 'https://developers.figma.com/docs/rest-api/personal-access-tokens/',
    make: ({ chars }) => `figd_${chars(base64Url, 40)}`,
    write: {
      ini: (secret) => `FIGMA_TOKEN=${secret}\n`,
      yaml: (secret) => `figma:\n  file: abc\n  personal: ${secret}\n`,
      json: (secret) => `{"mcpServers":{"figma":{"args":["--figma-api-key=${secret}","--stdio"]}}}`,
      shell: (secret) => `curl -H 'X-Figma-Token: ${secret}' 'https://api.figma.com/v1/me'`,
      prose: (secret) => `Figma exports icons with ${secret}`,
    },
  },
  {
    name: 'HashiCorp Vault service token',
    source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens',
    make: ({ chars }) => `hvs.${chars(base64Url, 95)}`,
    write: {
      ini: (secret) => `[vault]\naddr = https://vault:8200\ntoken = ${secret}\n`,
      yaml: (secret) => `vault:\n  address: https://vault:8200\n  root: ${secret}\n`,
      json: (secret) => `{"auth":{"client_token":"${secret}","accessor":"x","renewable":true}}`,
      shell: (secret) => `$ vault login ${secret}\nSuccess! You are now authenticated.`,
      prose: (secret) => `Initial Root Token: ${secret}`,
    },
  },
  {
    name: 'HCP Terraform API token',
    source:
      'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
    make: ({ chars }) => `${chars(alphanumeric, 14)}.atlasv1.${chars(base64Url, 67)}`,
    write: {
      ini: (secret) => `credentials "app.terraform.io" {\n  token = "${secret}"\n}\n`,
      yaml: (secret) => `env:\n  TF_TOKEN_app_terraform_io: ${secret}\n`,
      json: (secret) => `{"credentials":{"app.terraform.io":{"token":"${secret}"}}}`,
      shell: (secret) => `export TF_TOKEN_app_terraform_io=${secret}`,
      prose: (secret) => `terraform login stored ${secret} in plain text.`,
    },
  },
  {
    name: 'HubSpot private app access token',
    source: 'https://developers.hubspot.com/docs/guides/apps/private-apps/overview',
    make: (source) => `pat-eu1-${makeUuid(source)}`,
    write: {
      ini: (secret) => `HUBSPOT_ACCESS_TOKEN=${secret}\n`,
      yaml: (secret) =>
        `portals:\n  - name: shop\n    authType: personalaccesskey\n    personalAccessKey: ${secret}\n`,
      json: (secret) => `{"hubspot":{"key":"${secret}"}}`,
      shell: (secret) =>
        `curl https://api.hubapi.com/crm/v3/objects/contacts -H "authorization: Bearer ${secret}"`,
      prose: (secret) => `HubSpot's app shows the access token ${secret} under Auth.`,
    },
  },
  {
    name: 'Intercom access token',
    source: 'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication',
    make: ({ chars }) =>
      Buffer.from(
        `tok:${chars(hex, 8)}_${chars(hex, 4)}_${chars(hex, 4)}_${chars(hex, 4)}_${chars(hex, 12)}:1:0`,
      ).toString('base64'),
    write: {
      ini: (secret) => `[intercom]\naccess_token: ${secret}\n`,
      yaml: (secret) => `intercom:\n  accessToken: ${secret}\n`,
      json: (secret) => `{"INTERCOM_TOKEN":"${secret}"}`,
      shell: (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.intercom.io/me`,
      prose: (secret) => `Intercom's access token, ${secret}, was in the old wiki page.`,
    },
  },
  {
    name: 'LaunchDarkly SDK key',
    source: 'https://launchdarkly.com/docs/sdk/concepts/client-side-server-side',
    make: (source) => `sdk-${makeUuid(source)}`,
    write: {
      ini: (secret) => `[launchdarkly]\nsdk_key = ${secret}\n`,
      yaml: (secret) => `launchdarkly:\n  sdkKey: ${secret}\n`,
      json: (secret) => `{"LAUNCHDARKLY_SDK_KEY":"${secret}"}`,
      shell: (secret) => `LD_SDK_KEY="${secret}" node server.js`,
      prose: (secret) => `LaunchDarkly's SDK key for production is ${secret}`,
    },
  },
  {
    name: 'Linear API key',
    source: 'https://linear.app/developers/graphql',
    make: ({ chars }) => `lin_api_${chars(lowerAlphanumeric, 40)}`,
    write: {
      ini: (secret) => `[linear]\nauth=${secret}\n`,
      yaml: (secret) => `linear:\n  key: ${secret}\n`,
      json: (secret) => `{"headers":{"Authorization":"${secret}"}}`,
      shell: (secret) => `curl -H "Authorization: ${secret}" https://api.linear.app/graphql`,
      prose: (secret) => `Linear issues are created by ${secret}.`,
    },
  },
]
