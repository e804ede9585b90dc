import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, digits, hex, lines, upper } from './writing.ts'

const pulumi: SecretKind = {
  name: 'Pulumi access token',
  source: 'https://www.pulumi.com/docs/administration/access-identity/access-tokens/',
  make: ({ chars }) => `pul-${chars(hex, 40)}`,
  write: {
    ini: (secret) =>
      lines(
        '# .env',
        'PULUMI_BACKEND_URL=https://api.pulumi.com',
        `PULUMI_ACCESS_TOKEN = ${secret}`,
      ),
    yaml: (secret) =>
      lines('env:', `  PULUMI_ACCESS_TOKEN: ${secret}`, '  AWS_REGION: eu-central-1'),
    json: (secret) =>
      lines(
        '{',
        '  "current": "https://api.pulumi.com",',
        `  "accessTokens": { "https://api.pulumi.com": "${secret}" }`,
        '}',
      ),
    shell: (secret) =>
      lines(`curl -H "Authorization: token ${secret}" https://api.pulumi.com/api/user`),
    prose: (secret) => lines(`error: [401] Unauthorized: invalid access token ${secret}`),
  },
}

const sonarQube: SecretKind = {
  name: 'SonarQube user token',
  source: 'https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens',
  make: ({ chars }) => `squ_${chars(hex, 40)}`,
  write: {
    ini: (secret) =>
      lines(
        'sonar.projectKey=shop',
        'sonar.host.url=https://sonar.acme.example',
        `sonar.token=${secret}`,
      ),
    yaml: (secret) =>
      lines(
        'sonar:',
        '  stage: test',
        '  variables:',
        `    SONAR_TOKEN: "${secret}"`,
        '  script: [sonar-scanner]',
      ),
    json: (secret) =>
      lines(`{"login":"ci","name":"scanner","token":"${secret}","type":"USER_TOKEN"}`),
    shell: (secret) =>
      lines(
        'mvn sonar:sonar -Dsonar.host.url=https://sonar.acme.example \\',
        `  -Dsonar.login=${secret}`,
      ),
    prose: (secret) =>
      lines('SonarLint says "not authorized".', `I entered ${secret} in the connection.`),
  },
}

const snyk: SecretKind = {
  name: 'Snyk API token',
  source: 'https://docs.snyk.io/snyk-api/authentication-for-api',
  make: ({ chars }) =>
    `${chars(hex, 8)}-${chars(hex, 4)}-4${chars(hex, 3)}-${chars('89ab', 1)}${chars(hex, 3)}-${chars(hex, 12)}`,
  write: {
    ini: (secret) => lines('[testenv]', 'passenv = HOME', `setenv = SNYK_TOKEN=${secret}`),
    yaml: (secret) =>
      lines(
        '- uses: snyk/actions/node@master',
        '  env:',
        `    SNYK_TOKEN: ${secret}`,
        '  with:',
        '    args: --severity-threshold=high',
      ),
    json: (secret) =>
      lines('{', '  "snyk.organization": "acme",', `  "snyk.token": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        'curl https://api.snyk.io/rest/self?version=2024-10-15 \\',
        `  -H 'Authorization: token ${secret}'`,
      ),
    prose: (secret) =>
      lines(
        'I can give you my Snyk token until you have an account:',
        `SNYK_TOKEN=${secret} snyk test`,
      ),
  },
}

const terraform: SecretKind = {
  name: 'Terraform Cloud API token',
  source:
    'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
  make: ({ chars }) => `${chars(alphanumeric, 14)}.atlasv1.${chars(alphanumeric, 67)}`,
  write: {
    ini: (secret) =>
      lines('[Service]', `Environment="TFC_AGENT_TOKEN=${secret}"`, 'Restart=always'),
    yaml: (secret) =>
      lines(
        '- uses: hashicorp/setup-terraform@v3',
        '  with:',
        `    cli_config_credentials_token: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "credentials": {',
        '    "app.terraform.io": {',
        `      "token": "${secret}"`,
        '    }',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(`export TF_TOKEN_app_terraform_io=${secret}`, 'terraform init -input=false'),
    prose: (secret) =>
      lines(
        'Token for app.terraform.io:',
        `  Enter a value: ${secret}`,
        'Retrieved token for user jo',
      ),
  },
}

const travis: SecretKind = {
  name: 'Travis CI API token',
  source: 'https://docs.travis-ci.com/user/triggering-builds/',
  make: ({ chars }) => chars(base64UrlAlphabet, 22),
  write: {
    ini: (secret) => lines('[travis]', 'endpoint = https://api.travis-ci.com', `token = ${secret}`),
    yaml: (secret) =>
      lines(
        'endpoints:',
        '  https://api.travis-ci.com/:',
        `    access_token: ${secret}`,
        'repos: {}',
      ),
    json: (secret) => lines('{', '  "user": "jo",', `  "travisToken": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        'curl -s -X POST -H "Content-Type: application/json" -H "Travis-API-Version: 3" \\',
        `  -H "Authorization: token ${secret}" \\`,
        '  -d \'{"request":{"branch":"main"}}\' https://api.travis-ci.com/repo/acme%2Fshop/requests',
      ),
    prose: (secret) => lines(`Could you start the build? My Travis token: ${secret}`),
  },
}

const vaultService: SecretKind = {
  name: 'Vault service token',
  source: 'https://developer.hashicorp.com/vault/docs/concepts/tokens#token-prefixes',
  make: ({ chars }) => `hvs.CAESI${chars(base64UrlAlphabet, 90)}`,
  write: {
    ini: (secret) =>
      lines('[vault]', 'addr = https://vault.acme.example:8200', `token = ${secret}`),
    yaml: (secret) =>
      lines(
        'spring:',
        '  cloud:',
        '    vault:',
        '      authentication: TOKEN',
        `      token: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "auth": {',
        `    "client_token": "${secret}",`,
        '    "policies": ["default"],',
        '    "renewable": true',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'export VAULT_ADDR=https://vault.acme.example:8200',
        `vault login ${secret}`,
        'vault kv get secret/shop',
      ),
    prose: (secret) =>
      lines(
        'Key                  Value',
        '---                  -----',
        `token                ${secret}`,
        'token_duration       768h',
      ),
  },
}

const vaultLegacy: SecretKind = {
  name: 'Vault token of the old format',
  source: 'https://developer.hashicorp.com/vault/docs/upgrading/upgrade-to-1.0.0',
  make: ({ chars }) => `s.${chars(alphanumeric, 24)}`,
  write: {
    ini: (secret) => lines('VAULT_ADDR=http://127.0.0.1:8200', `VAULT_TOKEN=${secret}`),
    yaml: (secret) =>
      lines(
        'services:',
        '  vault:',
        '    image: vault:1.9.0',
        '    environment:',
        `      VAULT_DEV_ROOT_TOKEN_ID: ${secret}`,
      ),
    json: (secret) => lines('{', '  "keys": [],', `  "root_token": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        `curl --header "X-Vault-Token: ${secret}" \\`,
        '  http://127.0.0.1:8200/v1/secret/data/shop',
      ),
    prose: (secret) =>
      lines(
        'Vault initialized with 1 key share.',
        '',
        `Initial Root Token: ${secret}`,
        '',
        'Success! Vault is initialized',
      ),
  },
}

const vercel: SecretKind = {
  name: 'Vercel access token',
  source: 'https://vercel.com/changelog/new-token-formats-and-secret-scanning',
  make: ({ chars }) => `vcp_${chars(alphanumeric, 56)}`,
  write: {
    ini: (secret) =>
      lines('VERCEL_ORG_ID=team_acme', `VERCEL_TOKEN="${secret}"`, 'VERCEL_PROJECT_ID=prj_shop'),
    yaml: (secret) =>
      lines(
        'steps:',
        '  - uses: amondnet/vercel-action@v25',
        '    with:',
        `      vercel-token: ${secret}`,
        '      vercel-args: --prod',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "// Note": "This is your Vercel credentials file. DO NOT SHARE!",',
        `  "token": "${secret}"`,
        '}',
      ),
    shell: (secret) => lines(`npx vercel deploy --prebuilt --prod --token=${secret}`),
    prose: (secret) =>
      lines(`deploys are broken, the old token was Ana's. use --token ${secret} until I'm back`),
  },
}

const tailscale: SecretKind = {
  name: 'Tailscale auth key',
  source: 'https://tailscale.com/kb/1277/key-prefixes',
  make: ({ chars }) => `tskey-auth-k${chars(alphanumeric, 11)}CNTRL-${chars(alphanumeric, 32)}`,
  write: {
    ini: (secret) => lines('# /etc/default/tailscaled', 'PORT="41641"', `TS_AUTHKEY="${secret}"`),
    yaml: (secret) =>
      lines(
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        '  name: tailscale-auth',
        'stringData:',
        `  TS_AUTHKEY: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        `  "key": "${secret}",`,
        '  "description": "router",',
        '  "expires": "2026-06-09T17:50:18Z"',
        '}',
      ),
    shell: (secret) =>
      lines(`sudo tailscale up --authkey ${secret} --advertise-routes=10.0.0.0/24`),
    prose: (secret) => lines(`backend error: invalid key: API key ${secret} not valid`),
  },
}

const wandb: SecretKind = {
  name: 'Weights & Biases API key',
  source: 'https://docs.wandb.ai/guides/track/environment-variables/',
  make: ({ chars }) => chars(hex, 40),
  write: {
    ini: (secret) => lines('[wandb]', 'entity = acme', `api_key = ${secret}`),
    yaml: (secret) =>
      lines(
        'containers:',
        '  - name: train',
        '    env:',
        '      - name: WANDB_API_KEY',
        `        value: ${secret}`,
      ),
    json: (secret) => lines(`{"project":"shop","wandb_key":"${secret}","seed":7}`),
    shell: (secret) => lines(`docker run -e WANDB_API_KEY=${secret} acme/train:2 python train.py`),
    prose: (secret) =>
      lines('The GPU machine asks for a login. Just use mine:', `wandb API key = ${secret}`),
  },
}

const octopus: SecretKind = {
  name: 'Octopus Deploy API key',
  source: 'https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key',
  make: ({ chars }) => `API-${chars(upper + digits, 26)}`,
  write: {
    ini: (secret) => lines('[octopus]', 'server=https://octopus.acme.example', `apikey=${secret}`),
    yaml: (secret) =>
      lines('env:', '  OCTOPUS_URL: https://octopus.acme.example', `  OCTOPUS_API_KEY: ${secret}`),
    json: (secret) => lines('{', '  "Purpose": "ci",', `  "ApiKey": "${secret}"`, '}'),
    shell: (secret) =>
      lines(
        `octo push --package shop.1.2.zip --server https://octopus.acme.example --apiKey ${secret}`,
      ),
    prose: (secret) => lines(`For the deployment, the X-Octopus-ApiKey is ${secret} (account ci).`),
  },
}

export const deploymentKinds: readonly SecretKind[] = [
  octopus,
  pulumi,
  snyk,
  sonarQube,
  tailscale,
  terraform,
  travis,
  vaultLegacy,
  vaultService,
  vercel,
  wandb,
]
