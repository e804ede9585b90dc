import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, hex, lines, lower, toBase64 } from './writing.ts'

const npmToken: SecretKind = {
  name: 'npm access token',
  source: 'https://docs.npmjs.com/about-access-tokens',
  make: ({ chars }) => `npm_${chars(alphanumeric, 36)}`,
  write: {
    ini: (secret) =>
      lines(
        '@acme:registry=https://registry.npmjs.org/',
        `//registry.npmjs.org/:_authToken=${secret}`,
      ),
    yaml: (secret) =>
      lines(
        'npmScopes:',
        '  acme:',
        '    npmRegistryServer: "https://registry.npmjs.org"',
        `    npmAuthToken: "${secret}"`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "objects": [],',
        `  "token": "${secret}",`,
        '  "cidr_whitelist": null,',
        '  "readonly": false',
        '}',
      ),
    shell: (secret) =>
      lines(
        `npm config set //registry.npmjs.org/:_authToken ${secret}`,
        'npm publish --access public',
      ),
    prose: (secret) =>
      lines(
        'npm ERR! code E403',
        'npm ERR! 403 Forbidden - PUT https://registry.npmjs.org/@acme%2fui',
        `The release job uses ${secret}. Does it have write access?`,
      ),
  },
}

const npmUuidToken: SecretKind = {
  name: 'npm registry token of a private registry',
  source: 'https://docs.npmjs.com/cli/v11/configuring-npm/npmrc#auth-related-configuration',
  make: ({ chars }) =>
    `${chars(hex, 8)}-${chars(hex, 4)}-4${chars(hex, 3)}-${chars('89ab', 1)}${chars(hex, 3)}-${chars(hex, 12)}`,
  write: {
    ini: (secret) =>
      lines(
        'registry=https://npm.acme.example/',
        `//npm.acme.example/:_authToken="${secret}"`,
        'always-auth=true',
      ),
    yaml: (secret) =>
      lines('npmRegistries:', '  "https://npm.acme.example":', `    npmAuthToken: ${secret}`),
    json: (secret) =>
      lines('{', '  "npmrc": {', `    "//npm.acme.example/:_authToken": "${secret}"`, '  }', '}'),
    shell: (secret) =>
      lines(`echo "//npm.acme.example/:_authToken=${secret}" >> ~/.npmrc`, 'npm ci'),
    prose: (secret) =>
      lines(
        'To install our packages, add this line to your ~/.npmrc:',
        `//npm.acme.example/:_authToken=${secret}`,
      ),
  },
}

const npmAuth: SecretKind = {
  name: 'npm legacy _auth',
  source: 'https://docs.npmjs.com/cli/v11/configuring-npm/npmrc#auth-related-configuration',
  make: ({ chars }) => toBase64(`deploy:${chars(alphanumeric, 18)}`),
  write: {
    ini: (secret) =>
      lines(
        'registry=https://nexus.acme.example/repository/npm/',
        `_auth=${secret}`,
        'email=ci@acme.example',
      ),
    yaml: (secret) =>
      lines(
        'npmRegistryServer: https://nexus.acme.example/repository/npm/',
        'npmAlwaysAuth: true',
        `npmAuthIdent: "${secret}"`,
      ),
    json: (secret) =>
      lines(
        '{',
        `  "//nexus.acme.example/repository/npm/:_auth": "${secret}",`,
        '  "email": "ci@acme.example"',
        '}',
      ),
    shell: (secret) =>
      lines(`npm config set -- '//nexus.acme.example/repository/npm/:_auth=${secret}'`),
    prose: (secret) =>
      lines(
        `My .npmrc has \`_auth = ${secret}\` and npm 9 refuses it,`,
        'because auth must be scoped to a registry.',
      ),
  },
}

const npmPassword: SecretKind = {
  name: 'npm legacy _password',
  source: 'https://docs.npmjs.com/cli/v11/configuring-npm/npmrc#auth-related-configuration',
  make: ({ chars }) => toBase64(chars(alphanumeric, 20)),
  write: {
    ini: (secret) =>
      lines(
        '//pkgs.dev.azure.com/acme/_packaging/main/npm/registry/:username=acme',
        `//pkgs.dev.azure.com/acme/_packaging/main/npm/registry/:_password="${secret}"`,
        '//pkgs.dev.azure.com/acme/_packaging/main/npm/registry/:email=ci@acme.example',
      ),
    yaml: (secret) =>
      lines(
        'steps:',
        '- script: |',
        `    echo "//npm.acme.example/:_password=${secret}" >> .npmrc`,
        '    npm ci',
        '  displayName: install',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "username": "acme",',
        `  "_password": "${secret}",`,
        '  "email": "ci@acme.example"',
        '}',
      ),
    shell: (secret) => lines(`npm config set //npm.acme.example/:_password "${secret}"`),
    prose: (secret) =>
      lines(
        'the feed shows `username=acme` and',
        `\`_password=${secret}\` as the settings to copy`,
      ),
  },
}

const nuGet: SecretKind = {
  name: 'NuGet API key',
  source: 'https://learn.microsoft.com/nuget/nuget-org/publish-a-package',
  make: ({ chars }) => `oy2${chars(`${lower}234567`, 43)}`,
  write: {
    ini: (secret) =>
      lines('[nuget]', 'source = https://api.nuget.org/v3/index.json', `apikey = ${secret}`),
    yaml: (secret) =>
      lines(
        'variables:',
        '  DOTNET_NOLOGO: "true"',
        `  NUGET_API_KEY: ${secret}`,
        'publish:',
        '  script: [dotnet nuget push]',
      ),
    json: (secret) =>
      lines('{', '  "profiles": { "publish": {', `    "NUGET_API_KEY": "${secret}" } }`, '}'),
    shell: (secret) =>
      lines(
        `dotnet nuget push bin/Release/Acme.Core.1.4.0.nupkg --api-key ${secret} \\`,
        '  --source https://api.nuget.org/v3/index.json',
      ),
    prose: (secret) =>
      lines(`I created a NuGet key for the release, ${secret}, which expires in a year.`),
  },
}

const pyPi: SecretKind = {
  name: 'PyPI API token',
  source: 'https://pypi.org/help/#apitoken',
  make: ({ chars }) => `pypi-AgEIcHlwaS5vcmc${chars(base64UrlAlphabet, 160)}`,
  write: {
    ini: (secret) =>
      lines(
        '[distutils]',
        'index-servers = pypi',
        '',
        '[pypi]',
        'username = __token__',
        `password = ${secret}`,
      ),
    yaml: (secret) =>
      lines(
        '      - uses: pypa/gh-action-pypi-publish@release/v1',
        '        with:',
        '          user: __token__',
        `          password: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "http-basic": { "pypi": {',
        `    "username": "__token__", "password": "${secret}" } }`,
        '}',
      ),
    shell: (secret) => lines('python -m build', `twine upload -u __token__ -p ${secret} dist/*`),
    prose: (secret) =>
      lines(
        'Uploading distributions to https://upload.pypi.org/legacy/',
        `INFO     password: ${secret}`,
        'ERROR    HTTPError: 403 Forbidden',
      ),
  },
}

const rubyGems: SecretKind = {
  name: 'RubyGems API key',
  source: 'https://guides.rubygems.org/api-key-scopes/',
  make: ({ chars }) => `rubygems_${chars(hex, 48)}`,
  write: {
    ini: (secret) =>
      lines('# release.env', `GEM_HOST_API_KEY=${secret}`, 'GEM_HOST=https://rubygems.org'),
    yaml: (secret) => lines('---', `:rubygems_api_key: ${secret}`),
    json: (secret) => lines(`{"rubygems_api_key":"${secret}"}`),
    shell: (secret) =>
      lines(
        'mkdir -p ~/.gem',
        `printf -- '---\\n:rubygems_api_key: ${secret}\\n' > ~/.gem/credentials`,
      ),
    prose: (secret) =>
      lines(`Pushing gem to https://rubygems.org with ${secret} fails: You need an OTP.`),
  },
}

export const packageKinds: readonly SecretKind[] = [
  npmToken,
  npmUuidToken,
  npmAuth,
  npmPassword,
  nuGet,
  pyPi,
  rubyGems,
]
