import { alphanumeric, base64Url, hex, lowerAlphanumeric } from '../alphabets.ts'
import type { SecretKind, SecretSource } from '../secret-kind.ts'

const makeUuid = ({ chars }: SecretSource) =>
  [8, 4, 4, 4, 12].map((length) => chars(hex, length)).join('-')

export const codeHostingKinds: readonly SecretKind[] = [
  {
    name: 'Bitbucket app password',
    source: 'https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/',
    make: ({ chars }) => `ATBB${chars(alphanumeric, 24)}${chars('0123456789ABCDEF', 8)}`,
    write: {
      ini: (secret) => `[bitbucket]\nusername = dana\napp_password = ${secret}\n`,
      yaml: (secret) => `bitbucket:\n  user: dana\n  appPassword: ${secret}\n`,
      json: (secret) =>
        `{"http-basic":{"bitbucket.org":{"username":"dana","password":"${secret}"}}}`,
      shell: (secret) => `git clone https://dana:${secret}@bitbucket.org/team/shop.git`,
      prose: (secret) => `Bitbucket says the password for dana is now ${secret}`,
    },
  },
  {
    name: 'Buildkite API access token',
    source: 'https://buildkite.com/docs/apis/managing-api-tokens',
    make: ({ chars }) => `bkua_${chars(hex, 40)}`,
    write: {
      ini: (secret) => `[buildkite]\ntoken=${secret}\n`,
      yaml: (secret) => `selected_org: acme\norganizations:\n  acme:\n    api_token: ${secret}\n`,
      json: (secret) => `{"buildkiteToken":"${secret}"}`,
      shell: (secret) =>
        `curl -H "Authorization: Bearer ${secret}" https://api.buildkite.com/v2/access-token`,
      prose: (secret) => `We saw ${secret} in the build log of Buildkite. Can you revoke it?`,
    },
  },
  {
    name: 'CircleCI personal API token',
    source: 'https://circleci.com/docs/managing-api-tokens/',
    make: ({ chars }) => `CCIPAT_${chars(alphanumeric, 22)}_${chars(hex, 40)}`,
    write: {
      ini: (secret) => `CIRCLECI_CLI_TOKEN=${secret}\n`,
      yaml: (secret) =>
        `host: https://circleci.com\nendpoint: graphql-unstable\ntoken: ${secret}\n`,
      json: (secret) => `{"circle":{"token":"${secret}"}}`,
      shell: (secret) => `curl https://circleci.com/api/v2/me --header "Circle-Token: ${secret}"`,
      prose: (secret) => `To trigger the pipeline I used ${secret}.`,
    },
  },
  {
    name: 'Codecov upload token',
    source: 'https://docs.codecov.com/docs/codecov-tokens',
    make: makeUuid,
    write: {
      ini: (secret) => `[codecov]\ntoken = ${secret}\n`,
      yaml: (secret) => `codecov:\n  token: "${secret}"\n`,
      json: (secret) => `{"env": {"CODECOV_TOKEN": "${secret}"}}`,
      shell: (secret) => `./codecov --verbose upload-process -t ${secret} -n 'service'`,
      prose: (secret) => `Codecov's upload token for this repository is ${secret}.`,
    },
  },
  {
    name: 'crates.io API token',
    source: 'https://doc.rust-lang.org/cargo/reference/config.html#credentials',
    make: ({ chars }) => `cio${chars(alphanumeric, 32)}`,
    write: {
      ini: (secret) => `[registry]\ntoken = "${secret}"\n`,
      yaml: (secret) => `env:\n  CARGO_REGISTRY_TOKEN: ${secret}\n`,
      json: (secret) => `{"registry":{"token":"${secret}"}}`,
      shell: (secret) => `cargo login ${secret}\ncargo publish --token ${secret}`,
      prose: (secret) => `Publishing worked with the crates.io token ${secret}`,
    },
  },
  {
    name: 'Docker configuration auth',
    source: 'https://docs.docker.com/reference/cli/docker/login/',
    make: ({ chars }) => Buffer.from(`builder:${chars(alphanumeric, 22)}`).toString('base64'),
    write: {
      ini: (secret) => `[registry]\n_auth=${secret}\n`,
      yaml: (secret) =>
        `imagePullSecret:\n  auths:\n    registry.example.org:\n      auth: ${secret}\n`,
      json: (secret) =>
        `{\n\t"auths": {\n\t\t"https://index.docker.io/v1/": {\n\t\t\t"auth": "${secret}"\n\t\t}\n\t}\n}`,
      shell: (secret) =>
        `export DOCKER_AUTH_CONFIG='{"auths":{"registry.example.org":{"auth":"${secret}"}}}'`,
      prose: (secret) =>
        `In ~/.docker/config.json it says "auth": "${secret}" for our registry; that's only base64.`,
    },
  },
  {
    name: 'Docker Hub personal access token',
    source: 'https://docs.docker.com/security/access-tokens/',
    make: ({ chars }) => `dckr_pat_${chars(base64Url, 27)}`,
    write: {
      ini: (secret) => `[docker]\nusername = acme\npassword = ${secret}\n`,
      yaml: (secret) => `registries:\n  dockerhub:\n    username: acme\n    password: ${secret}\n`,
      json: (secret) => `{"username":"acme","secret":"${secret}"}`,
      shell: (secret) => `docker login -u acme -p ${secret}`,
      prose: (secret) => `At the password prompt, enter ${secret} instead of your password.`,
    },
  },
  {
    name: 'GitHub fine-grained personal access token',
    source:
      'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens',
    make: ({ chars }) => `github_pat_${chars(alphanumeric, 22)}_${chars(alphanumeric, 59)}`,
    write: {
      ini: (secret) => `[github]\nuser = octocat\noauth-token = ${secret}\n`,
      yaml: (secret) => `github.com:\n    oauth_token: ${secret}\n    user: octocat\n`,
      json: (secret) => `{"github-oauth":{"github.com":"${secret}"}}`,
      shell: (secret) => `GH_TOKEN=${secret} gh repo list`,
      prose: (secret) => `I pasted ${secret} by accident; it only reads one repository.`,
    },
  },
  {
    name: 'GitHub installation access token',
    source:
      'https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/authenticating-as-a-github-app-installation',
    make: ({ chars }) => `ghs_${chars(alphanumeric, 36)}`,
    write: {
      ini: (secret) =>
        `[remote "origin"]\n\turl = https://x-access-token:${secret}@github.com/octo/app.git\n`,
      yaml: (secret) => `with:\n  token: ${secret}\n`,
      json: (secret) => `{"token":"${secret}","expires_at":"2026-11-28T13:00:00Z"}`,
      shell: (secret) =>
        `curl -H "Authorization: token ${secret}" https://api.github.com/installation`,
      prose: (secret) => `The workflow printed ${secret}, which has expired since.`,
    },
  },
  {
    name: 'GitHub personal access token',
    source:
      'https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/',
    make: ({ chars }) => `ghp_${chars(alphanumeric, 36)}`,
    write: {
      ini: (secret) => `[credentials]\ngithub=${secret}\n`,
      yaml: (secret) => `hub:\n  - github.com\n  - ${secret}\n`,
      json: (secret) => `["octocat", "${secret}"]`,
      shell: (secret) => `git push https://${secret}@github.com/octocat/hello.git main`,
      prose: (secret) => `Is ${secret} still valid?`,
    },
  },
  {
    name: 'GitLab personal access token',
    source: 'https://docs.gitlab.com/security/tokens/',
    make: ({ chars }) => `glpat-${chars(base64Url, 20)}`,
    write: {
      ini: (secret) =>
        `[global]\ndefault = main\n[main]\nurl = https://gitlab.com\nprivate_token = ${secret}\n`,
      yaml: (secret) =>
        `hosts:\n    gitlab.com:\n        token: ${secret}\n        git_protocol: ssh\n`,
      json: (secret) => `{"gitlab-token":{"gitlab.com":"${secret}"}}`,
      shell: (secret) => `curl --header "PRIVATE-TOKEN: ${secret}" https://gitlab.com/api/v4/user`,
      prose: (secret) => `Renovate runs as ${secret} in this group.`,
    },
  },
  {
    name: 'GitLab runner authentication token',
    source: 'https://docs.gitlab.com/runner/register/',
    make: ({ chars }) => `glrt-${chars(base64Url, 20)}`,
    write: {
      ini: (secret) =>
        `[[runners]]\n  name = "shell"\n  url = "https://gitlab.com/"\n  token = "${secret}"\n`,
      yaml: (secret) => `gitlabUrl: https://gitlab.com/\nrunnerToken: "${secret}"\n`,
      json: (secret) => `{"id":12345,"token":"${secret}","token_expires_at":null}`,
      shell: (secret) =>
        `gitlab-runner register --non-interactive --url https://gitlab.com --token ${secret}`,
      prose: (secret) => `Register the machine with ${secret} before tonight.`,
    },
  },
  {
    name: 'Jenkins API token',
    source:
      'https://www.jenkins.io/doc/book/system-administration/authenticating-scripted-clients/',
    make: ({ chars }) => `11${chars(hex, 32)}`,
    write: {
      ini: (secret) => `[jenkins]\nuser=ci\npassword=${secret}\nurl=https://ci.example.org\n`,
      yaml: (secret) => `jenkins:\n  user: ci\n  apiToken: ${secret}\n`,
      json: (secret) => `{"jenkins":{"username":"ci","token":"${secret}"}}`,
      shell: (secret) =>
        `curl -X POST -L --user ci:${secret} https://ci.example.org/job/shop/build`,
      prose: (secret) => `I generated an API token for ci in Jenkins (${secret}).`,
    },
  },
  {
    name: 'JFrog Artifactory API key',
    source: 'https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key',
    make: ({ chars }) => `AKCp${chars(alphanumeric, 69)}`,
    write: {
      ini: (secret) =>
        `[global]\nindex-url = https://ci:${secret}@acme.jfrog.io/artifactory/api/pypi/simple\n`,
      yaml: (secret) => `artifactory:\n  user: ci\n  apiKey: ${secret}\n`,
      json: (secret) =>
        `{"servers":[{"url":"https://acme.jfrog.io/","user":"ci","password":"${secret}"}]}`,
      shell: (secret) =>
        `curl -H "X-JFrog-Art-Api: ${secret}" -T a.zip https://acme.jfrog.io/artifactory/x/a.zip`,
      prose: (secret) => `Gradle uploads with ${secret}, I think.`,
    },
  },
  {
    name: 'Codeberg access token',
    source: 'https://docs.codeberg.org/advanced/access-token/',
    make: ({ chars }) => chars(hex, 40),
    write: {
      ini: (secret) => `[codeberg]\naccess_token = ${secret}\n`,
      yaml: (secret) =>
        `logins:\n  - name: codeberg\n    url: https://codeberg.org\n    token: ${secret}\n`,
      json: (secret) => `{"codeberg":{"accessToken":"${secret}"}}`,
      shell: (secret) =>
        `curl -H "Authorization: token ${secret}" https://codeberg.org/api/v1/user`,
      prose: (secret) => `Codeberg's access token "${secret}" goes into the Woodpecker secrets.`,
    },
  },
  {
    name: 'Composer token of a private repository',
    source: 'https://getcomposer.org/doc/articles/authentication-for-private-packages.md',
    make: ({ chars }) => chars(lowerAlphanumeric, 40),
    write: {
      ini: (secret) => `COMPOSER_AUTH='{"bearer":{"repo.example.org":"${secret}"}}'\n`,
      yaml: (secret) => `env:\n  COMPOSER_AUTH: '{"bearer":{"repo.example.org":"${secret}"}}'\n`,
      json: (secret) =>
        `{\n    "http-basic": {\n        "repo.example.org": {\n            "username": "token",\n            "password": "${secret}"\n        }\n    }\n}`,
      shell: (secret) =>
        `composer config --global --auth http-basic.repo.example.org token ${secret}`,
      prose: (secret) => `Set the token for repo.example.org to ${secret} in auth.json.`,
    },
  },
]
